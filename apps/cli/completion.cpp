// SPDX-License-Identifier: Apache-2.0
//
// cogs completion SHELL: a script that completes commands, options, files, and the names of
// the model's features. The words come from the parser itself, so they are never out of date.
#include <algorithm>
#include <initializer_list>
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"

namespace cogs::cli {

namespace {

std::string options_of(const CLI::App& command) {
  std::string words;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    for (const std::string& name : option->get_lnames()) words += " --" + name;
    for (const std::string& name : option->get_snames()) words += " -" + name;
  }
  return words.empty() ? words : words.substr(1);
}

// Apostrophes would end a quoted word of the script.
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + out + "'";
}

std::string bash_script(const CLI::App& app) {
  std::string names, cases;
  for (const CLI::App* command : app.get_subcommands({})) {
    names += (names.empty() ? "" : " ") + command->get_name();
    cases += "    " + command->get_name() + ") options='" + options_of(*command) + "' ;;\n";
  }
  return R"sh(# cogs for bash: source <(cogs completion bash)
_cogs_features() {
  local word
  for word in "${COMP_WORDS[@]}"; do
    if [[ $word == *.cogs && -r $word ]]; then
      sed -n 's/^[[:space:]]*#feature[[:space:]]\{1,\}\([a-z][A-Za-z0-9_]*\).*/\1/p' "$word"
      return
    fi
  done
}
_cogs() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options=
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W ')sh" +
         names + R"sh( --help --version' -- "$current") )
    return
  fi
  case ${COMP_WORDS[1]} in
)sh" + cases +
         R"sh(  esac
  case $previous in
    --fix|--fixed|--allow|--only|--except|--caused|--may-increase|--may-decrease|--may-be-set)
      COMPREPLY=( $(compgen -W "$(_cogs_features)" -- "$current") ); return ;;
    --range|--cost|--ordered)
      COMPREPLY=( $(compgen -S = -W "$(_cogs_features)" -- "$current") ); compopt -o nospace; return ;;
    --color) COMPREPLY=( $(compgen -W 'auto always never' -- "$current") ); return ;;
    --to) COMPREPLY=( $(compgen -W 'clingo scasp json' -- "$current") ); return ;;
    --unknown) COMPREPLY=( $(compgen -W 'fail warning error' -- "$current") ); return ;;
    --engine) COMPREPLY=( $(compgen -W 'auto ground goal' -- "$current") ); return ;;
    --html) COMPREPLY=( $(compgen -f -- "$current") ); return ;;
    completion) COMPREPLY=( $(compgen -W 'bash zsh fish' -- "$current") ); return ;;
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=( $(compgen -W "$options" -- "$current") )
  else
    COMPREPLY=( $(compgen -f -- "$current") )
    if (( COMP_CWORD > 2 )); then
      COMPREPLY+=( $(compgen -S = -W "$(_cogs_features)" -- "$current") )
      [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
    fi
  fi
}
complete -o filenames -F _cogs cogs
)sh";
}

std::string zsh_script(const CLI::App& app) {
  std::string names, cases;
  for (const CLI::App* command : app.get_subcommands({})) {
    names += "    " + quoted(command->get_name() + ":" + command->get_description()) + "\n";
    cases += "    " + command->get_name() + ") options=(" + options_of(*command) + ") ;;\n";
  }
  return R"sh(#compdef cogs
# cogs for zsh: source <(cogs completion zsh)
_cogs_features() {
  local word
  for word in $words; do
    if [[ $word == *.cogs && -r $word ]]; then
      sed -n 's/^[[:space:]]*#feature[[:space:]]\{1,\}\([a-z][A-Za-z0-9_]*\).*/\1/p' $word
      return
    fi
  done
}
_cogs() {
  local -a commands options features
  commands=(
)sh" + names +
         R"sh(  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
)sh" + cases +
         R"sh(  esac
  features=(${(f)"$(_cogs_features)"})
  case $words[CURRENT-1] in
    --fix|--fixed|--allow|--only|--except|--caused|--may-increase|--may-decrease|--may-be-set)
      compadd -- $features; return ;;
    --range|--cost|--ordered) compadd -S = -- $features; return ;;
    --color) compadd auto always never; return ;;
    --to) compadd clingo scasp json; return ;;
    --unknown) compadd fail warning error; return ;;
    --engine) compadd auto ground goal; return ;;
    --html) _files; return ;;
    completion) compadd bash zsh fish; return ;;
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- $options
  else
    _files
    (( CURRENT > 3 )) && compadd -S = -- $features
  fi
}
compdef _cogs cogs
)sh";
}

std::string fish_script(const CLI::App& app) {
  std::string out = R"sh(# cogs for fish: cogs completion fish | source
function __cogs_features
    for word in (commandline -opc)
        if string match -q '*.cogs' -- $word; and test -r $word
            sed -n 's/^[[:space:]]*#feature[[:space:]]\{1,\}\([a-z][A-Za-z0-9_]*\).*/\1/p' $word
            return
        end
    end
end
)sh";
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::string& name = command->get_name();
    out += "complete -c cogs -n __fish_use_subcommand -a " + name + " -d " +
           quoted(command->get_description()) + "\n";
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_lnames().empty() || option->get_group().empty()) continue;
      const std::string& option_name = option->get_lnames().front();
      out += "complete -c cogs -n '__fish_seen_subcommand_from " + name + "' -l " + option_name;
      for (const std::string& letter : option->get_snames()) out += " -s " + letter;
      const auto is_one_of = [&](std::initializer_list<const char*> names) {
        return std::find(names.begin(), names.end(), option_name) != names.end();
      };
      if (is_one_of({"fix", "fixed", "allow", "only", "caused", "may-increase", "may-decrease",
                     "may-be-set"})) {
        out += " -x -a '(__cogs_features)'";
      } else if (is_one_of({"range", "cost", "ordered"})) {
        out += " -x -a '(__cogs_features)='";
      } else if (option_name == "color") {
        out += " -x -a 'auto always never'";
      } else if (option_name == "to") {
        out += " -x -a 'clingo scasp json'";
      } else if (option_name == "unknown") {
        out += " -x -a 'fail warning error'";
      } else if (option_name == "engine") {
        out += " -x -a 'auto ground goal'";
      } else if (is_one_of({"output", "html", "features", "apply"})) {
        out += " -r";
      } else if (option->get_items_expected_max() > 0) {
        out += " -x";
      }
      out += " -d " + quoted(option->get_description()) + "\n";
    }
  }
  out += "complete -c cogs -n '__fish_seen_subcommand_from completion' -x -a 'bash zsh fish'\n";
  return out;
}

}  // namespace

void add_completion(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("completion", "A script that completes cogs commands in your shell");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->option_text(" ")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer("Example:\n  source <(cogs completion bash)");
  command->callback([shell, &app, &chosen] {
    chosen = [shell, &app] {
      const std::string script = *shell == "bash"  ? bash_script(app)
                                 : *shell == "zsh" ? zsh_script(app)
                                                   : fish_script(app);
      CommonOptions().deliver(script);
      return answered;
    };
  });
}

}  // namespace cogs::cli
