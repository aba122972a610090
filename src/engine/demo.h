// SPDX-License-Identifier: Apache-2.0
//
// The whole story on a table that cogs draws itself: learn the rules of a bank from its decisions,
// propose causes, approve the true ones, and find the way of somebody who was turned down.
//
// Everything in a Demo is computed by the functions that the commands use; the same commands on
// the same table give the same.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/causes.h"
#include "engine/engine.h"
#include "engine/learn.h"

namespace cogs::engine {

struct Demo {
  std::string table_file = "loans.csv", model_file = "loan.cogs";
  std::string csv;  // loan_table.h
  std::string label, undesired;
  Learned learned;
  CausesResult found;                  // with the ids of the proposals
  std::vector<std::string> approved;   // ids: the proposals that the table was drawn by
  std::vector<std::string> left_open;  // ids of the others
  std::string reviewer;
  model::Model model;      // with what was approved in force
  std::string model_text;  // its file
  std::vector<model::Field> person;
  model::Record record;
  std::vector<std::string> settable;  // what the person can work on: --only
  path::Options options;
  path::Result result;
};

Demo tell_demo(const base::Limits& limits = {});

}  // namespace cogs::engine
