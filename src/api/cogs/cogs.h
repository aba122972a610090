// SPDX-License-Identifier: Apache-2.0
//
// Everything, in the order in which to read it.
#pragma once

#include <cogs/decision.h>  // a decision about people, and what can be asked about it

#include <cogs/answer.h>   // what all answers have in common: JSON, text, pages
#include <cogs/arrow.h>    // tables of other programs in memory
#include <cogs/error.h>    // what goes wrong, as types
#include <cogs/import.h>   // models of other libraries
#include <cogs/learn.h>    // rules, prices and causes from tables; their review
#include <cogs/letter.h>   // notices that go with decisions
#include <cogs/limits.h>   // limits, cancellation, progress
#include <cogs/program.h>  // logic programs
#include <cogs/table.h>    // tables of people
#include <cogs/text.h>     // how texts are laid out
#include <cogs/value.h>    // exact numbers, values, sets of them
#include <cogs/waist.h>    // all of it through few functions by JSON
