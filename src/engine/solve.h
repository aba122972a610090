// SPDX-License-Identifier: Apache-2.0
//
// Logic programs for apps and for C++ users: files -> program -> answers.
//
//   using namespace cogs;
//   engine::Program birds = engine::load_program({"birds.pl"});
//   engine::Solver solver(birds);
//   while (std::optional<engine::Answer> answer = solver.next()) ...
//   if (solver.cut() != engine::Cut::no) ...   // a limit ended the search
//
// Bad input throws base::InputError with every error, each with its place. What a Program, an
// Answer and the limits of a run are is said in logic/program/program.h, logic/program/answer.h and
// logic/solve.h; present/text/solve.h and its neighbours turn answers into text.
#pragma once

#include <string>
#include <vector>

#include "logic/program/answer.h"
#include "logic/program/program.h"
#include "logic/program/read_program.h"
#include "logic/solve.h"

namespace cogs::engine {

using logic::Answer;
using logic::Cut;
using logic::Engine;
using logic::Language;
using logic::Optimize;
using logic::Program;
using logic::ReadLanguage;
using logic::ReadOptions;
using logic::SolveOptions;
using logic::Solver;
using logic::SolveStatistics;
using logic::Unknown;

// Several files are one program; "-" is the standard input. `#include` finds files beside the
// one that includes them.
Program load_program(const std::vector<std::string>& files, const ReadOptions& options = {});

// A program that is already at hand; `name` stands for its file in messages.
Program parse_program(const std::string& text, const std::string& name,
                      const ReadOptions& options = {});

// Another query for a program, such as "p(X), not q". After an error it has the old one.
void set_query(Program& program, const std::string& query, const ReadOptions& options = {});

// Variables of negated goals range over the constants of the program only (close_world.h). To
// be done again after set_query().
void close_world(Program& program);

}  // namespace cogs::engine
