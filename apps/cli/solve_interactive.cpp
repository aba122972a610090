// SPDX-License-Identifier: Apache-2.0
//
// cogs solve -i: queries one after the other. On a terminal libedit gives editing and a history
// that is kept between runs; without a terminal each line of the input is a query.
#include <histedit.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "base/text_file.h"
#include "base/trimmed.h"
#include "cli/solve_run.h"
#include "present/text/diagnostic.h"

namespace cogs::cli {

namespace {

const char* const help_text =
    "Type a query, such as  flies(X), not penguin(X).  After an answer, ; or the space bar\n"
    "asks for the next one, and any other key ends the query.\n"
    "  :tree    show proofs, or stop showing them\n"
    "  :human   answer in words, or stop doing so\n"
    "  :all     give all answers at once, or ask after each\n"
    "  :reload  read the program again\n"
    "  :quit    leave (also Ctrl-D)\n";

// $XDG_STATE_HOME/cogs/solve_history, or below ~/.local/state; "" if there is no such place.
std::string history_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::string folder;
  if (state != nullptr && state[0] == '/') {
    folder = state;
  } else if (home != nullptr && home[0] == '/') {
    folder = std::string(home) + "/.local";
    ::mkdir(folder.c_str(), 0700);
    folder += "/state";
  } else {
    return {};
  }
  ::mkdir(folder.c_str(), 0700);
  folder += "/cogs";
  ::mkdir(folder.c_str(), 0700);
  return ::access(folder.c_str(), W_OK) == 0 ? folder + "/solve_history" : "";
}

// Where lines come from.
class Lines {
 public:
  enum class Got { line, end, interrupted };
  virtual ~Lines() = default;
  virtual Got next(std::string& line) = 0;
  virtual bool asks() const = 0;
};

class PlainLines : public Lines {
 public:
  Got next(std::string& line) override {
    return std::getline(std::cin, line) ? Got::line : Got::end;
  }
  bool asks() const override { return false; }
};

class EditedLines : public Lines {
 public:
  EditedLines() : editor_(el_init("cogs", stdin, stdout, stderr)), history_(::history_init()) {
    HistEvent event;
    ::history(history_, &event, H_SETSIZE, 1000);
    ::history(history_, &event, H_SETUNIQUE, 1);
    file_ = history_file();
    if (!file_.empty()) ::history(history_, &event, H_LOAD, file_.c_str());
    el_set(editor_, EL_PROMPT, &prompt);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, ::history, history_);
    el_set(editor_, EL_SIGNAL, 1);
    el_source(editor_, nullptr);
  }
  EditedLines(const EditedLines&) = delete;
  EditedLines& operator=(const EditedLines&) = delete;

  ~EditedLines() override {
    HistEvent event;
    if (!file_.empty()) ::history(history_, &event, H_SAVE, file_.c_str());
    ::history_end(history_);
    el_end(editor_);
  }

  Got next(std::string& line) override {
    listen_for_interrupts();
    int length = 0;
    const char* text = el_gets(editor_, &length);
    if (text == nullptr || length <= 0) {
      if (interrupt_has_come()) {
        forget_interrupt();
        return Got::interrupted;
      }
      return Got::end;
    }
    line.assign(text, static_cast<std::size_t>(length));
    HistEvent event;
    if (!base::trimmed(line).empty()) ::history(history_, &event, H_ENTER, line.c_str());
    return Got::line;
  }
  bool asks() const override { return true; }

 private:
  static const char* prompt(EditLine*) { return "?- "; }

  // Ctrl-C drops the line: reading must not go on behind the handler's back.
  static void listen_for_interrupts() {
    cli::listen_for_interrupts();
    struct sigaction action{};
    ::sigaction(SIGINT, nullptr, &action);
    action.sa_flags = 0;
    ::sigaction(SIGINT, &action, nullptr);
  }

  EditLine* editor_;
  History* history_;
  std::string file_;
};

class Session {
 public:
  Session(engine::Program program, SolveArguments arguments)
      : program_(std::move(program)), arguments_(std::move(arguments)) {}

  ExitCode run() {
    const bool terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
    std::unique_ptr<Lines> lines;
    if (terminal) {
      std::setlocale(LC_CTYPE, "");
      lines = std::make_unique<EditedLines>();
      base::write_all(STDOUT_FILENO, "Ask a query, or :help.\n");
    } else {
      lines = std::make_unique<PlainLines>();
    }
    std::string line;
    for (;;) {
      const Lines::Got got = lines->next(line);
      if (got == Lines::Got::end) break;
      if (got == Lines::Got::interrupted) {
        base::write_all(STDOUT_FILENO, "\n");
        continue;
      }
      if (!take(std::string(base::trimmed(line)), lines->asks())) return worst_;
    }
    if (terminal) base::write_all(STDOUT_FILENO, "\n");
    return worst_;
  }

 private:
  // False: that was the last line.
  bool take(const std::string& line, bool may_ask) {
    if (line.empty() || line[0] == '%') return true;
    if (line == ":quit" || line == "exit" || line == "exit." || line == "quit" || line == "quit." ||
        line == "halt" || line == "halt." || line == "end_of_file.") {
      return false;
    }
    if (line[0] == ':' && line.rfind(":-", 0) != 0) {
      command(line);
      return true;
    }
    ask(line, may_ask);
    return true;
  }

  void command(const std::string& line) {
    const auto toggle = [&](bool& what, const char* name) {
      what = !what;
      base::write_all(STDOUT_FILENO, std::string(name) + (what ? " on\n" : " off\n"));
    };
    if (line == ":tree") {
      bool tree = arguments_.tree();
      toggle(tree, "proofs");
      arguments_.tree_form = tree ? "usual" : "";
    } else if (line == ":human") {
      toggle(arguments_.human, "words");
    } else if (line == ":all") {
      bool all = arguments_.most_answers == std::uint64_t{0};
      toggle(all, "all answers");
      arguments_.most_answers =
          all ? std::optional<std::uint64_t>(0) : std::optional<std::uint64_t>();
    } else if (line == ":reload") {
      guarded([&] {
        program_ = engine::load_program(arguments_.programs, arguments_.read_options());
        arguments_.common.warn(program_.warnings);
        if (arguments_.closed_world) engine::close_world(program_);
      });
    } else {
      base::write_all(STDOUT_FILENO, help_text);
    }
  }

  void ask(const std::string& line, bool may_ask) {
    guarded([&] {
      const std::size_t known = program_.warnings.size();
      engine::set_query(program_, line, arguments_.read_options());
      const auto& warnings = program_.warnings;
      arguments_.common.warn(std::vector<base::Diagnostic>(
          warnings.begin() + static_cast<std::ptrdiff_t>(known), warnings.end()));
      if (arguments_.closed_world) engine::close_world(program_);
      forget_interrupt();
      run_query(program_, arguments_, may_ask);
      forget_interrupt();
    });
  }

  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const base::InputError& error) {
      base::write_all(STDERR_FILENO, present::diagnostics_text(error.diagnostics(),
                                                               arguments_.common.message_style()));
      worst_ = ::isatty(STDIN_FILENO) != 0 ? answered : bad_input;
    }
  }

  engine::Program program_;
  SolveArguments arguments_;
  ExitCode worst_ = answered;
};

}  // namespace

ExitCode run_interactively(engine::Program program, SolveArguments arguments) {
  return Session(std::move(program), std::move(arguments)).run();
}

bool wants_more() {
  termios usual{};
  const bool raw = ::tcgetattr(STDIN_FILENO, &usual) == 0;
  if (raw) {
    termios one_key = usual;
    one_key.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    one_key.c_cc[VMIN] = 1;
    one_key.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSANOW, &one_key);
  }
  base::write_all(STDOUT_FILENO, " ? ");
  char key = 0;
  ssize_t got = 0;
  do {
    got = ::read(STDIN_FILENO, &key, 1);
  } while (got < 0 && errno == EINTR);
  if (raw) ::tcsetattr(STDIN_FILENO, TCSANOW, &usual);
  const bool more = got == 1 && (key == ';' || key == ' ' || key == '\t');
  base::write_all(STDOUT_FILENO, more ? ";\n\n" : ".\n\n");
  return more;
}

}  // namespace cogs::cli
