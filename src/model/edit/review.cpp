// SPDX-License-Identifier: Apache-2.0
#include "model/edit/review.h"

#include <algorithm>
#include <utility>

#include "logic/syntax/term.h"
#include "model/read/draft.h"
#include "model/read/read_model.h"
#include "model/write/clause_text.h"
#include "model/write/write_model.h"

namespace cogs::model {

namespace {

using Kind = Statement::Kind;

base::Diagnostic complaint(const Model& model, const base::Place& place, std::string message,
                           std::string help) {
  base::Diagnostic d;
  d.file = model.path;
  d.place = place;
  d.message = std::move(message);
  d.help = std::move(help);
  return d;
}

bool is_item(const std::vector<Statement>& statements, std::size_t note) {
  return statements[note].kind == Kind::rule_note && note + 1 < statements.size() &&
         statements[note + 1].kind == Kind::causal_rule;
}

std::string entry(const RuleNote& note, const std::string& key) {
  for (const auto& [name, value] : note.entries) {
    if (name == key) return plain_text(value);
  }
  return {};
}

void set_entry(RuleNote& note, const std::string& key, std::string value) {
  for (auto& [name, old] : note.entries) {
    if (name == key) {
      old = std::move(value);
      return;
    }
  }
  note.entries.emplace_back(key, std::move(value));
}

bool in_force(ReviewStatus status) {
  return status == ReviewStatus::none || status == ReviewStatus::approved;
}

// A document being changed: statements by the id of their note.
class Editor {
 public:
  explicit Editor(const Model& model) : model_(model), document_(model.document) {}

  // The statement of the note with this id.
  std::size_t find(const std::string& id) const {
    std::vector<std::string> ids;
    const std::vector<Statement>& statements = document_.statements;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (statements[i].kind != Kind::rule_note) continue;
      if (statements[i].note->id == id) {
        if (is_item(statements, i)) return i;
        throw base::InputError(complaint(model_, statements[i].place,
                                         "the rule `" + id + "` is no causal rule",
                                         "review is about rules whose head is a feature"));
      }
      if (is_item(statements, i)) ids.push_back(statements[i].note->id);
    }
    std::string list = ids.empty() ? "the model has no causal rule with a #rule line" : "";
    for (std::size_t i = 0; i < ids.size() && i < 12; ++i) {
      list += (i == 0 ? "the rules are " : ", ") + ids[i];
    }
    if (ids.size() > 12) list += ", ...";
    throw base::InputError(complaint(model_, {}, "there is no rule `" + id + "` to review",
                                     did_you_mean(id, ids, list)));
  }

  void apply(const Verdict& verdict) {
    const std::size_t at = find(verdict.id);
    Statement& statement = document_.statements[at];
    RuleNote& note = *statement.note;
    if (verdict.status) {
      note.status = *verdict.status;
      if (std::none_of(note.entries.begin(), note.entries.end(),
                       [](const auto& e) { return e.first == "status"; })) {
        note.entries.insert(note.entries.begin(), {"status", ""});
      }
    }
    if (verdict.mode) set_entry(note, "mode", mode_name(*verdict.mode));
    if (verdict.rule) {
      Statement& rule = document_.statements[at + 1];
      if (entry(note, "was").empty()) {
        set_entry(note, "was", logic::quoted_text(clause_on_one_line(rule.text), '"'));
      }
      // What was said about the old rule, by people and by data, says nothing about the new one.
      const std::string text = with_stop(*verdict.rule);
      if (clause_key(text) != clause_key(rule.text)) forget_review(note, verdict);
      rule.text = text;
    }
    const auto say = [&](const char* key, const std::string& text) {
      if (!text.empty()) set_entry(note, key, logic::quoted_text(text, '"'));
    };
    say("by", verdict.by);
    say("on", verdict.on);
    say("reason", verdict.reason);
    statement.text = format_rule_note(note);
    if (!in_force(note.status)) return;
    if (const auto mode = mode_named(entry(note, "mode"))) {
      const std::string name = head_name(document_.statements[at + 1].text);
      if (model_.find_feature(name)) set_mode(name, *mode);
    }
  }

  void set_mode(const std::string& name, CausalMode mode) {
    Feature feature;
    feature.name = name;
    feature.mode = mode;
    const std::string text = format_causal_mode(feature);
    std::vector<Statement>& statements = document_.statements;
    std::size_t behind = 0;  // one past the last declaration
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Kind kind = statements[i].kind;
      if (kind == Kind::causal_mode && declared_name(statements[i].text) == name) {
        const Feature& before = model_.feature(*model_.find_feature(name));
        if (before.mode != mode) statements[i].text = text;
        return;
      }
      if (kind == Kind::causal_mode || kind == Kind::feature || kind == Kind::undesired ||
          kind == Kind::desired || kind == Kind::classes) {
        behind = i + 1;
      }
    }
    Statement added;
    added.kind = Kind::causal_mode;
    added.text = text;
    // A comment at the end of the line above stays there.
    std::string& next = behind < statements.size() ? statements[behind].before : document_.after;
    const std::size_t line_end = std::min(next.find('\n'), next.size());
    added.before = next.substr(0, line_end) + "\n";
    next = next.substr(line_end);
    if (next.empty()) next = "\n";
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(behind), std::move(added));
  }

  void append(RuleNote note, const std::string& rule, const std::string& comment) {
    Statement first, second;
    first.kind = Kind::rule_note;
    first.before = std::move(document_.after);
    if (first.before.empty() || first.before.back() != '\n') first.before += "\n";
    first.before += comment;
    first.text = format_rule_note(note);
    first.note = std::move(note);
    second.kind = Kind::causal_rule;
    second.before = "\n";
    second.text = rule;
    document_.statements.push_back(std::move(first));
    document_.statements.push_back(std::move(second));
    document_.after = "\n";
  }

  std::vector<Statement>& statements() { return document_.statements; }

  std::string text() const {
    Model whole;
    whole.document = document_;
    return write_model(whole);
  }

  // The first line of a statement in text(), from 1.
  std::uint32_t line_of(std::size_t statement) const {
    std::uint32_t line = 1;
    const auto count = [&](const std::string& text) {
      line += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
    };
    for (std::size_t i = 0; i < statement; ++i) {
      count(document_.statements[i].before);
      count(document_.statements[i].text);
    }
    count(document_.statements[statement].before);
    return line;
  }

 private:
  static void forget_review(RuleNote& note, const Verdict& verdict) {
    const bool reviewed =
        note.status == ReviewStatus::approved || note.status == ReviewStatus::rejected;
    if (!verdict.status && reviewed) note.status = ReviewStatus::proposed;
    std::erase_if(note.entries, [](const auto& entry) {
      return entry.first != "status" && entry.first != "mode" && entry.first != "was";
    });
  }

  static std::string with_stop(std::string rule) {
    while (!rule.empty() && std::string_view(" \t\r\n").find(rule.back()) != std::string::npos) {
      rule.pop_back();
    }
    return rule.ends_with('.') ? rule : rule + ".";
  }

  const Model& model_;
  Document document_;
};

// Checks that an edited rule is one causal rule about the same feature, before the whole is read.
void check_edit(const Model& model, const Verdict& verdict, const std::string& old_rule) {
  const std::string name = head_name(old_rule);
  const std::string file = "the new text of " + verdict.id;
  std::string text = *verdict.rule;
  const std::string found = one_clause_head(text, file);
  if (found != name) {
    base::Diagnostic d = complaint(model, {1, 1, 1}, "this rule is not about `" + name + "`",
                                   "its head must be " + logic::atom_text(name) + "(X, ...)");
    d.file = file;
    d.source_line = text;
    throw base::InputError(std::move(d));
  }
}

bool is_cycle(const base::InputError& error) {
  return std::any_of(
      error.diagnostics().begin(), error.diagnostics().end(),
      [](const base::Diagnostic& d) { return d.message.starts_with("causal cycle: "); });
}

std::string cycle_words(const base::InputError& error) {
  for (const base::Diagnostic& d : error.diagnostics()) {
    if (d.message.starts_with("causal cycle: ")) return d.message.substr(14);
  }
  return {};
}

Model read_again(const Model& model, const Editor& editor) {
  return read_model(editor.text(), model.path);
}

// Errors inside an edited rule are told in terms of that rule, not of a file nobody has seen.
[[noreturn]] void rethrow(const base::InputError& error, const Editor& editor,
                          const std::vector<Verdict>& verdicts) {
  std::vector<base::Diagnostic> diagnostics = error.diagnostics();
  for (const Verdict& verdict : verdicts) {
    if (!verdict.rule) continue;
    const std::uint32_t first = editor.line_of(editor.find(verdict.id) + 1);
    const auto lines =
        static_cast<std::uint32_t>(std::count(verdict.rule->begin(), verdict.rule->end(), '\n'));
    for (base::Diagnostic& d : diagnostics) {
      if (d.place.line < first || d.place.line > first + lines) continue;
      d.file = "the new text of " + verdict.id;
      d.place.line -= first - 1;
    }
  }
  throw base::InputError(std::move(diagnostics));
}

// Which approval closes the cycle: the others first, then one approval after the other.
[[noreturn]] void report_cycle(const Model& model, const std::vector<Verdict>& verdicts,
                               const base::InputError& error) {
  const auto approves = [](const Verdict& verdict) {
    return verdict.status == ReviewStatus::approved;
  };
  Editor editor(model);
  for (const Verdict& verdict : verdicts) {
    if (!approves(verdict)) editor.apply(verdict);
  }
  for (const Verdict& verdict : verdicts) {
    if (!approves(verdict)) continue;
    editor.apply(verdict);
    try {
      read_again(model, editor);
    } catch (const base::InputError& found) {
      if (!is_cycle(found)) continue;
      const std::size_t at = Editor(model).find(verdict.id);
      throw base::InputError(complaint(
          model, model.document.statements[at + 1].place,
          "approving " + verdict.id + " would close a causal cycle: " + cycle_words(found),
          "features must not cause each other in a circle: reject or edit one of these rules"));
    }
  }
  throw error;
}

}  // namespace

const char* mode_name(CausalMode mode) {
  switch (mode) {
    case CausalMode::iff: return "iff";
    case CausalMode::only_if: return "only_if";
    case CausalMode::if_: return "if";
  }
  return "";
}

std::optional<CausalMode> mode_named(const std::string& name) {
  for (const CausalMode mode : {CausalMode::iff, CausalMode::only_if, CausalMode::if_}) {
    if (name == mode_name(mode)) return mode;
  }
  return std::nullopt;
}

const char* status_name(ReviewStatus status) {
  switch (status) {
    case ReviewStatus::none: return "";
    case ReviewStatus::proposed: return "proposed";
    case ReviewStatus::approved: return "approved";
    case ReviewStatus::rejected: return "rejected";
  }
  return "";
}

std::vector<ReviewItem> review_items(const Model& model) {
  std::vector<ReviewItem> items;
  const std::vector<Statement>& statements = model.document.statements;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (!is_item(statements, i)) continue;
    const RuleNote& note = *statements[i].note;
    const std::optional<FeatureId> feature = model.find_feature(head_name(statements[i + 1].text));
    if (!feature) continue;
    ReviewItem item;
    item.id = note.id;
    item.status = note.status;
    item.feature = *feature;
    item.mode = model.feature(*feature).mode;
    if (!in_force(note.status)) item.mode = mode_named(entry(note, "mode")).value_or(item.mode);
    item.rule = clause_on_one_line(statements[i + 1].text);
    item.by = entry(note, "by");
    item.on = entry(note, "on");
    item.reason = entry(note, "reason");
    item.place = statements[i + 1].place;
    for (const auto& [key, value] : note.entries) {
      if (key == "status" || key == "mode" || key == "by" || key == "on" || key == "reason") {
        continue;
      }
      item.evidence.emplace_back(key, plain_text(value));
    }
    items.push_back(std::move(item));
  }
  return items;
}

Model apply_verdicts(const Model& model, const std::vector<Verdict>& verdicts) {
  Editor editor(model);
  for (const Verdict& verdict : verdicts) {
    const std::size_t at = editor.find(verdict.id);
    if (verdict.rule) check_edit(model, verdict, editor.statements()[at + 1].text);
    editor.apply(verdict);
  }
  try {
    return read_again(model, editor);
  } catch (const base::InputError& error) {
    if (is_cycle(error)) report_cycle(model, verdicts, error);
    rethrow(error, editor, verdicts);
  }
}

Model with_this_rule_alone(const Model& model, const std::string& id) {
  Editor editor(model);
  const std::size_t wanted = editor.find(id) + 1;
  std::vector<Statement>& statements = editor.statements();
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const bool note = i + 1 == wanted || (i + 1 < statements.size() && is_item(statements, i));
    if ((statements[i].kind != Kind::causal_rule && !note) || i == wanted) continue;
    // Line breaks stay, so that places do.
    const auto lines = std::count(statements[i].text.begin(), statements[i].text.end(), '\n');
    statements[i].before += std::string(static_cast<std::size_t>(lines), '\n') + " ";
    statements[i].text.clear();
  }
  return read_again(model, editor);
}

Model add_proposals(const Model& model, const std::vector<Proposal>& proposals) {
  Editor editor(model);
  const auto known_at = [&](const std::string& key) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < editor.statements().size(); ++i) {
      const Statement& statement = editor.statements()[i];
      if (statement.kind == Kind::causal_rule && clause_key(statement.text) == key) return i;
    }
    return std::nullopt;
  };
  std::size_t number = 0;
  const auto fresh_id = [&] {
    while (true) {
      std::string id = "c" + std::to_string(++number);
      const auto& statements = editor.statements();
      if (std::none_of(statements.begin(), statements.end(), [&](const Statement& statement) {
            return statement.note && statement.note->id == id;
          })) {
        return id;
      }
    }
  };
  bool first = std::none_of(
      model.document.statements.begin(), model.document.statements.end(),
      [](const Statement& s) { return s.note && s.note->status != ReviewStatus::none; });
  for (const Proposal& proposal : proposals) {
    RuleNote note;
    note.status = ReviewStatus::proposed;
    note.entries = {{"status", "proposed"}, {"mode", mode_name(proposal.mode)}};
    note.entries.insert(note.entries.end(), proposal.evidence.begin(), proposal.evidence.end());
    if (const auto known = known_at(clause_key(proposal.rule))) {
      if (*known == 0) continue;
      Statement& old = editor.statements()[*known - 1];
      if (old.kind != Kind::rule_note || old.note->status != ReviewStatus::proposed) continue;
      note.id = old.note->id;
      old.text = format_rule_note(note);
      old.note = std::move(note);
      continue;
    }
    note.id = fresh_id();
    const char* heading =
        "\n% Causal rules that data suggest. Without effect until somebody approves them.\n";
    editor.append(std::move(note), proposal.rule, first ? heading : "");
    first = false;
  }
  return read_again(model, editor);
}

}  // namespace cogs::model
