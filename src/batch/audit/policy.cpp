// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/policy.h"

#include <algorithm>

#include "model/column_names.h"

namespace cogs::batch {

namespace {

struct Word {
  std::string text;
  std::size_t begin = 0;  // bytes of the line before it
};

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// A name may have blanks in quotes. `%` begins a comment outside of them.
std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < line.size() && line[at] != '%';) {
    if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
      ++at;
      continue;
    }
    Word& word = words.emplace_back();
    word.begin = at;
    const char quote = line[at] == '\'' || line[at] == '"' ? line[at] : '\0';
    std::size_t end = at;
    if (quote) {
      end = std::min(line.find(quote, at + 1), line.size());
      word.text = line.substr(at + 1, end - at - 1);
      at = std::min(end + 1, line.size());
    } else {
      end = std::min(line.find_first_of(" \t\r%", at), line.size());
      word.text = line.substr(at, end - at);
      at = end;
    }
  }
  return words;
}

class PolicyReader {
 public:
  PolicyReader(const std::string& file, const model::Model& model,
               const std::vector<std::string>& columns)
      : file_(file), model_(model), columns_(columns), names_(columns) {
    std::vector<std::string> features;
    for (const model::Feature& feature : model.features) features.push_back(feature.name);
    column_of_ = model::match_columns(features, columns);
    names_.insert(names_.end(), features.begin(), features.end());
  }

  std::vector<PolicyEntry> run(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line_ = text.substr(0, end);
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      ++number_;
      read_line();
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!problems_.empty()) throw base::InputError(std::move(problems_));
    return std::move(entries_);
  }

 private:
  void read_line() {
    const std::vector<Word> words = words_of(line_);
    if (words.empty()) return;
    const std::string& keyword = words[0].text;
    if (keyword != "protected" && keyword != "proxy" && keyword != "allowed") {
      const std::string near = base::nearest_name(keyword, {"protected", "proxy", "allowed"});
      complain(words[0], "'" + keyword + "' is not known here",
               near.empty() ? "a line is 'protected FEATURE', 'proxy FEATURE' or 'allowed FEATURE'"
                            : "did you mean '" + near + "'?");
    } else if (words.size() == 1) {
      complain(words[0], "the name of a feature is missing", "write '" + keyword + " FEATURE'");
    } else if (words.size() > 2) {
      complain(words[2], "there is one word too many",
               "one feature a line; a name with blanks stands in quotes");
    } else {
      add(keyword == "proxy"     ? PolicyKind::proxy
          : keyword == "allowed" ? PolicyKind::allowed
                                 : PolicyKind::protected_feature,
          words[1]);
    }
  }

  // A column may be spelt in other capitals than its feature.
  std::optional<model::FeatureId> find_feature(const std::string& name) const {
    for (std::size_t f = 0; f < column_of_.size(); ++f) {
      if (column_of_[f] && columns_[*column_of_[f]] == name) return model::FeatureId(f);
    }
    return model_.find_feature_meant(name);
  }

  void add(PolicyKind kind, const Word& word) {
    const auto feature = find_feature(word.text);
    if (!feature && std::find(names_.begin(), names_.end(), word.text) == names_.end()) {
      const std::string near = base::nearest_name(word.text, names_);
      complain(word, "there is no feature or column '" + word.text + "'",
               near.empty() ? "" : "did you mean '" + near + "'?");
      return;
    }
    const bool twice = std::any_of(entries_.begin(), entries_.end(), [&](const PolicyEntry& e) {
      return e.name == word.text || (feature && e.feature == feature);
    });
    if (twice) {
      complain(word, "'" + word.text + "' is named twice", "");
      return;
    }
    entries_.push_back({kind, word.text, feature});
  }

  void complain(const Word& word, std::string message, std::string help) {
    base::Diagnostic d = base::error_about(file_, std::move(message), std::move(help));
    d.place = {number_, static_cast<std::uint32_t>(characters(line_.substr(0, word.begin)) + 1),
               static_cast<std::uint32_t>(std::max<std::size_t>(1, characters(word.text)))};
    d.source_line = std::string(line_);
    problems_.push_back(std::move(d));
  }

  const std::string& file_;
  const model::Model& model_;
  const std::vector<std::string>& columns_;
  std::vector<std::optional<std::size_t>> column_of_;  // by feature
  std::vector<std::string> names_;
  std::string_view line_;
  std::uint32_t number_ = 0;
  std::vector<PolicyEntry> entries_;
  std::vector<base::Diagnostic> problems_;
};

bool tests(const std::vector<model::Literal>& body, model::FeatureId feature) {
  return std::any_of(body.begin(), body.end(), [&](const model::Literal& literal) {
    const auto* test = std::get_if<model::FeatureTest>(&literal);
    return test && test->feature == feature;
  });
}

std::vector<std::uint32_t> in_order(std::vector<std::uint32_t> lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace

std::vector<PolicyEntry> read_policy(std::string_view text, const std::string& file,
                                     const model::Model& model,
                                     const std::vector<std::string>& columns) {
  return PolicyReader(file, model, columns).run(text);
}

RuleUse::RuleUse(const model::Model& model, std::optional<model::AtomId> desired) : model_(model) {
  Atoms asked(model.atoms.size(), false);
  asked[model.undesired.index()] = true;
  if (!desired) desired = model.desired;
  if (desired) asked[desired->index()] = true;
  decisive_ = atoms_below(std::move(asked));
}

RuleUse::Atoms RuleUse::atoms_below(Atoms atoms) const {
  for (bool more = true; more;) {
    more = false;
    for (const model::Rule& rule : model_.rules) {
      if (!atoms[rule.head.index()]) continue;
      for (const model::Literal& literal : rule.body) {
        const auto* test = std::get_if<model::AtomTest>(&literal);
        if (!test || atoms[test->atom.index()]) continue;
        atoms[test->atom.index()] = more = true;
      }
    }
    for (std::size_t a = 0; a < atoms.size(); ++a) {
      const model::Score* score = atoms[a] ? model_.score_of(model::AtomId(a)) : nullptr;
      if (!score) continue;
      for (const model::Contribution& each : score->contributions) {
        for (const model::Literal& literal : each.body) {
          const auto* test = std::get_if<model::AtomTest>(&literal);
          if (!test || atoms[test->atom.index()]) continue;
          atoms[test->atom.index()] = more = true;
        }
      }
    }
  }
  return atoms;
}

RuleUse::Atoms RuleUse::atoms_of(const std::vector<model::Literal>& body) const {
  Atoms atoms(model_.atoms.size(), false);
  for (const model::Literal& literal : body) {
    if (const auto* test = std::get_if<model::AtomTest>(&literal)) atoms[test->atom.index()] = true;
  }
  return atoms_below(std::move(atoms));
}

std::vector<std::uint32_t> RuleUse::lines_testing(const Atoms& atoms,
                                                  model::FeatureId feature) const {
  std::vector<std::uint32_t> lines;
  for (const model::Rule& rule : model_.rules) {
    if (atoms[rule.head.index()] && tests(rule.body, feature)) lines.push_back(rule.place.line);
  }
  for (std::size_t a = 0; a < atoms.size(); ++a) {
    const model::Score* score = atoms[a] ? model_.score_of(model::AtomId(a)) : nullptr;
    if (!score) continue;
    for (const model::Contribution& each : score->contributions) {
      if (tests(each.body, feature)) lines.push_back(each.place.line);
    }
    for (const model::FeatureTest& test : score->tests) {
      if (test.feature != feature) continue;
      lines.push_back(score->place.line);
      break;
    }
  }
  return lines;
}

bool RuleUse::uses(const std::vector<model::Literal>& body, model::FeatureId feature) const {
  return tests(body, feature) || !lines_testing(atoms_of(body), feature).empty();
}

std::vector<std::uint32_t> RuleUse::decision_lines(model::FeatureId feature) const {
  return in_order(lines_testing(decisive_, feature));
}

std::vector<std::uint32_t> RuleUse::causal_lines(model::FeatureId feature) const {
  std::vector<std::uint32_t> lines;
  const auto add = [&](const std::vector<model::Literal>& body, std::uint32_t line, bool own) {
    const std::vector<std::uint32_t> below = lines_testing(atoms_of(body), feature);
    lines.insert(lines.end(), below.begin(), below.end());
    if (own || !below.empty() || tests(body, feature)) lines.push_back(line);
  };
  for (const model::CausalRule& rule : model_.causal_rules) {
    add(rule.body, rule.place.line, rule.feature == feature);
  }
  for (const model::Denial& denial : model_.denials) add(denial.body, denial.place.line, false);
  return in_order(std::move(lines));
}

std::vector<model::FeatureId> RuleUse::through(model::FeatureId feature) const {
  std::vector<bool> reached(model_.features.size(), false);
  std::vector<model::FeatureId> next{feature};
  while (!next.empty()) {
    const model::FeatureId cause = next.back();
    next.pop_back();
    for (const model::CausalRule& rule : model_.causal_rules) {
      if (reached[rule.feature.index()] || !uses(rule.body, cause)) continue;
      reached[rule.feature.index()] = true;
      next.push_back(rule.feature);
    }
  }
  std::vector<model::FeatureId> found;
  for (std::size_t f = 0; f < reached.size(); ++f) {
    const model::FeatureId id(f);
    if (reached[f] && !decision_lines(id).empty()) found.push_back(id);
  }
  return found;
}

}  // namespace cogs::batch
