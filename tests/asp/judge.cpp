// SPDX-License-Identifier: Apache-2.0
#include "asp/judge.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "asp/answer_meaning.h"
#include "base/diagnostic.h"
#include "logic/check/answer.h"
#include "logic/program/read_program.h"

namespace cogs::asp {

namespace {

constexpr std::size_t most_answers = 20000;

bool has_arithmetic(const Program& program) {
  const auto any = [](const std::vector<Literal>& literals) {
    return std::any_of(literals.begin(), literals.end(), [](const Literal& l) {
      return !l.is_atom() && l.comparison != Comparison::unify &&
             l.comparison != Comparison::differ;
    });
  };
  return any(program.query) || std::any_of(program.clauses.begin(), program.clauses.end(),
                                           [&](const Clause& c) { return any(c.body); });
}

// In a query, only variables of positive atoms may be compared.
bool comparisons_are_safe(const std::vector<Literal>& query) {
  Clause denial{false, {}, query};
  std::erase_if(denial.body, [](const Literal& l) { return l.is_atom() && l.negated; });
  return is_safe(denial);
}

// The constants, and what no clause speaks of: there is always one more.
std::vector<Value> with_strangers(std::vector<Value> values) {
  std::int64_t greatest = 0;
  for (const Value& value : values) greatest = std::max(greatest, value.number);
  values.push_back(Value::of("stranger"));
  values.push_back(Value::of(greatest + 1));
  return values;
}

bool query_holds(const Program& program, const Assignment& instance, const Model& model) {
  return std::all_of(program.query.begin(), program.query.end(),
                     [&](const Literal& l) { return holds(l, instance, model); });
}

class Judge {
 public:
  Judge(const Program& program, const std::vector<Model>& models,
        const std::vector<Value>& universe)
      : program_(program),
        models_(models),
        constants_(constants_of(program)),
        universe_(universe.empty() ? with_strangers(constants_) : universe),
        query_variables_(variables_of(program.query)) {}

  Verdict run(const logic::SolveOptions& options) {
    Verdict verdict;
    std::vector<logic::Answer> answers;
    logic::Program read;
    try {
      logic::ReadOptions reading;
      reading.unknown = logic::Unknown::fail;
      read = logic::read_program_text(text(program_), "random.lp", reading);
      logic::Solver solver(read, options);
      while (auto answer = solver.next()) {
        answers.push_back(std::move(*answer));
        if (answers.size() > most_answers) break;
      }
      verdict.cut = solver.cut() != logic::Cut::no || answers.size() > most_answers;
      verdict.engine = solver.statistics().engine;
    } catch (const base::InputError& error) {
      verdict.unsound = std::string("refused: ") + error.what();
    } catch (const std::exception& error) {
      verdict.unsound = std::string("exception: ") + error.what();
    }
    if (verdict.unsound.empty()) compare(answers, verdict);
    if (verdict.unsound.empty()) ask_the_checker(read, answers, verdict);
    return verdict;
  }

  static void ask_the_checker(const logic::Program& read, const std::vector<logic::Answer>& answers,
                              Verdict& verdict) {
    logic::AnswerChecker checker(read);
    for (std::size_t i = 0; i < std::min<std::size_t>(answers.size(), 20); ++i) {
      const logic::CheckResult result = checker.check(answers[i]);
      verdict.unchecked += result.unchecked;
      if (result.wrong) {
        verdict.refused =
            "the checker refuses answer " + std::to_string(i + 1) + ": " + *result.wrong;
      }
    }
  }

  void compare(const std::vector<logic::Answer>& answers, Verdict& verdict) {
    verdict.answers = answers.size();
    for (const logic::Answer& answer : answers) meanings_.emplace_back(answer, universe_);
    for (const AnswerMeaning& meaning : meanings_) {
      if (verdict.shown.size() < 3000) verdict.shown += meaning.text() + "\n";
    }
    verdict.unsound = find_unsound();
    if (verdict.unsound.empty()) verdict.unsound = find_equal();
    if (verdict.unsound.empty() && !verdict.cut) find_missing(verdict);
  }

 private:
  std::string find_unsound() const {
    for (const AnswerMeaning& meaning : meanings_) {
      if (const auto malformed = meaning.malformed(query_variables_)) return *malformed;
      std::string wrong;
      meaning.any_choice({}, [&](const Assignment& choice) {
        wrong = unsound_choice(meaning, choice);
        return !wrong.empty();
      });
      if (!wrong.empty()) return wrong + "\n  of the answer " + meaning.text();
    }
    return {};
  }

  std::string unsound_choice(const AnswerMeaning& meaning, const Assignment& choice) const {
    // A query variable of kind `all` stands for every value.
    Assignment open = choice;
    auto instance = meaning.bindings(open);
    if (!instance) return {};
    std::string why = "(b) there is no stable model in which the query holds";
    for (const Model& model : models_) {
      if (!query_holds(program_, *instance, model)) continue;
      const auto broken = meaning.broken_literal(choice, model);
      if (!broken) return {};
      why = "(b) no stable model agrees; broken for instance: " + *broken;
    }
    for (const auto& [name, value] : choice) why += "  " + name + "=" + value.text();
    return why;
  }

  std::string find_equal() const {
    std::set<std::string> seen;
    for (const AnswerMeaning& meaning : meanings_) {
      if (!seen.insert(meaning.canonical()).second) {
        return "(d) given twice: " + meaning.text();
      }
    }
    return {};
  }

  void find_missing(Verdict& verdict) const {
    Assignment instance;
    every_instance(0, instance, verdict);
  }

  void every_instance(std::size_t from, Assignment& instance, Verdict& verdict) const {
    if (!verdict.incomplete.empty()) return;
    if (from < query_variables_.size()) {
      // A name where a comparison wants a number is the one place where neither a literal nor
      // its negation need hold, so where there are comparisons, numbers go with numbers. And a
      // stranger belongs to no sort.
      const std::string& variable = query_variables_[from];
      const bool sorted = has_arithmetic(program_);
      const bool strangers = !sorted && query_variables_.size() < 3;
      for (const Value& value : strangers ? universe_ : constants_) {
        if (sorted && !value.is_number && is_number_variable(variable)) continue;
        instance[variable] = value;
        every_instance(from + 1, instance, verdict);
      }
      instance.erase(variable);
      return;
    }
    bool covered_checked = false;
    for (const Model& model : models_) {
      if (!query_holds(program_, instance, model)) continue;
      if (query_variables_.empty() || !verdict.misses_a_model) {
        if (!agrees(instance, &model)) {
          if (query_variables_.empty()) {
            verdict.incomplete = "(c) no answer agrees with the stable model " + model_text(model);
            return;
          }
          verdict.misses_a_model = true;
        } else {
          covered_checked = true;
        }
      }
      if (!covered_checked && !agrees(instance, nullptr)) {
        verdict.incomplete = "(c) the bindings leave out" + instance_text(instance) +
                             " of the stable model " + model_text(model);
        return;
      }
      covered_checked = true;
    }
  }

  bool agrees(const Assignment& instance, const Model* model) const {
    return std::any_of(meanings_.begin(), meanings_.end(), [&](const AnswerMeaning& meaning) {
      return meaning.any_choice(instance, [&](const Assignment& choice) {
        return !model || !meaning.broken_literal(choice, *model);
      });
    });
  }

  static std::string model_text(const Model& model) {
    std::string result = "{";
    for (const std::string& atom : model) result += " " + atom;
    return result + " }";
  }
  static std::string instance_text(const Assignment& instance) {
    std::string result;
    for (const auto& [name, value] : instance) result += " " + name + "=" + value.text();
    return result;
  }

  const Program& program_;
  const std::vector<Model>& models_;
  std::vector<Value> constants_, universe_;
  std::vector<std::string> query_variables_;
  std::vector<AnswerMeaning> meanings_;
};

}  // namespace

Verdict judge(const Program& program, const std::vector<Model>& models,
              const logic::SolveOptions& options, const std::vector<Value>& universe) {
  return Judge(program, models, universe).run(options);
}

Verdict judge(const Program& program, const std::vector<Model>& models,
              const std::vector<logic::Answer>& answers) {
  Verdict verdict;
  Judge(program, models, {}).compare(answers, verdict);
  return verdict;
}

std::vector<Value> universe_of(const Program& program, std::size_t strangers) {
  std::vector<Value> values = constants_of(program);
  for (std::size_t i = 1; i <= strangers; ++i) {
    values.push_back(Value::of("stranger" + std::to_string(i)));
  }
  return values;
}

Program shrink(Program program, const std::function<bool(const Program&)>& fails, bool keep_safe) {
  const auto still_fails = [&](const Program& candidate) {
    const bool safe = comparisons_are_safe(candidate.query) &&
                      std::all_of(candidate.clauses.begin(), candidate.clauses.end(), is_safe);
    return !candidate.query.empty() && (safe || !keep_safe) && fails(candidate);
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    const auto attempt = [&](Program candidate) {
      if (!still_fails(candidate)) return false;
      program = std::move(candidate);
      return smaller = true;
    };
    for (std::size_t i = program.clauses.size(); i-- > 0;) {
      Program without = program;
      without.clauses.erase(without.clauses.begin() + static_cast<std::ptrdiff_t>(i));
      if (attempt(std::move(without))) continue;
      for (std::size_t k = program.clauses[i].body.size(); k-- > 0;) {
        Program shorter = program;
        auto& body = shorter.clauses[i].body;
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(k));
        if (shorter.clauses[i].has_head || !body.empty()) attempt(std::move(shorter));
      }
    }
    for (std::size_t i = program.query.size(); i-- > 0;) {
      Program shorter = program;
      shorter.query.erase(shorter.query.begin() + static_cast<std::ptrdiff_t>(i));
      attempt(std::move(shorter));
    }
  }
  return program;
}

}  // namespace cogs::asp
