// SPDX-License-Identifier: Apache-2.0
//
// What pages about a decision are made from, for their tests.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "explain/prove.h"
#include "html_checker.h"
#include "model/read/read_model.h"
#include "present/json/why.h"

namespace cogs::present {

inline const char* const loan_text =
    "#feature debt : integer 0..1000000, unit \"$\".\n"
    "#feature balance : integer 0..1000000000, unit \"$\", label \"bank balance\".\n"
    "#feature job : {clerk, 'a <b>boss</b>', '\u05d0\u05d1'}.\n"
    "#undesired reject(X).\n"
    "reject(X) :- balance(X, B), B < 60000, not trusted(X).\n"
    "trusted(X) :- job(X, 'a <b>boss</b>'), debt(X, 0).\n";

// A report about a record of a model.
class Made {
 public:
  Made(const std::string& text, model::Record record)
      : model_(model::read_model(text, "<i>loan.cogs")), record_(std::move(record)) {
    base::Budget budget;
    proof_ = explain::prove(model_, record_, model_.undesired);
    reasons_ = explain::find_reasons(model_, record_, model_.undesired, budget);
  }
  WhyReport report() const { return {model_, record_, "\"john\".json", proof_, reasons_, rather_}; }
  const model::Model& model() const { return model_; }

  std::optional<WhyReport::Rather> rather_;

 private:
  model::Model model_;
  model::Record record_;
  explain::Proof proof_;
  explain::Reasons reasons_;
};

inline model::Value number(int n) { return model::Value::of(base::Number(n)); }
inline model::Value text(const char* t) { return model::Value::of(std::string(t)); }

inline bool has(const std::string& page, const std::string& part) {
  return page.find(part) != std::string::npos;
}

}  // namespace cogs::present
