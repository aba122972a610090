// SPDX-License-Identifier: Apache-2.0
//
// Query, proof and answer in words, as s(CASP) does it for --human:
//
//   I would like to know if
//      a bird flies?
//
//   the bird tweety flies, because
//      the bird tweety is known, and
//      there is no evidence that ab holds for tweety
//
// The words for literals are those of literal_words.h; variables are "anything", "X", "any Y
// greater than 3 and less than 5", "anything except for a, or b".
#pragma once

#include <string>

#include "logic/program/program.h"
#include "present/words/answer_view.h"
#include "present/words/literal_words.h"
#include "present/words/proof_view.h"
#include "present/words/safe_text.h"

namespace cogs::present {

std::string query_words(const logic::Program& program, const TextStyle& style);
std::string proof_words(const AnswerView& view, ProofDetail detail, const TextStyle& style);
// One line a literal.
std::string model_words(const AnswerView& view, const TextStyle& style);

// The words for a value or variable of an answer; "the person ann", "anything except for a".
std::string value_words(const AnswerView& view, logic::TermId value, std::string_view type);
// LiteralWords for an answer; the view must outlive it.
LiteralWords words_of(const AnswerView& view);
// One node of a proof.
std::string proof_node_words(const AnswerView& view, const LiteralWords& words,
                             const ShownNode& node);

}  // namespace cogs::present
