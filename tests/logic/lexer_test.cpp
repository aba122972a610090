// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/lexer.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace cogs::logic {
namespace {

TEST(Lexer, ReadsNumbersExactly) {
  EXPECT_EQ(term("p(0, 12, 0.10, 1.0e3, 2.5E-3, 1r3, 0x1F, 0b101, 0o17, 1_000_000)."),
            "p(0,12,0.1,1000,0.0025,1/3,31,5,15,1000000)");
  EXPECT_EQ(term("p(123456789012345678901234567890)."), "p(123456789012345678901234567890)");
  EXPECT_EQ(term("p(0'a, 0''')."), "p(97,39)");
}

TEST(Lexer, TakesAMinusDirectlyBeforeADigitAsASign) {
  EXPECT_EQ(term("p(-5, - 5, a-5, a - -5)."), "p(-5,'-'(5),'-'(a,5),'-'(a,-5))");
}

TEST(Lexer, SplitsASignFromTheOperatorBeforeIt) {
  EXPECT_EQ(term("N=<-5."), "'=<'(N,-5)");
  EXPECT_EQ(term("N=-5."), "'='(N,-5)");
  EXPECT_EQ(term("p(-10..-5)."), "p('..'(-10,-5))");
  EXPECT_EQ(term("p:-\\+q."), "':-'(p,'\\\\+'(q))");
}

TEST(Lexer, EndsAClauseAtAFullStopBeforeWhiteSpaceOnly) {
  EXPECT_EQ(read("a. b.% comment\nc.").clauses, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(term("p(1.5)."), "p(1.5)");
  EXPECT_EQ(term("p(1..99)."), "p('..'(1,99))");
  EXPECT_EQ(term("X .=<. 3.0."), "'.=<.'(X,3)");
}

TEST(Lexer, ReadsQuotedAtomsWithEscapes) {
  EXPECT_EQ(term(R"(p('it''s', 'it\'s', 'a\\b', 'tab\there', '\x41\\x42\', '\u00e9', '\101\').)"),
            R"(p('it\'s','it\'s','a\\b','tab\there','AB','é','A'))");
  EXPECT_EQ(term("p('one \\\nline')."), "p('one line')");
  EXPECT_EQ(term("p('')."), "p('')");
}

TEST(Lexer, ReadsAtomsQuotedAsPapersPrintThem) {
  EXPECT_EQ(term("label(X,`negative')."), "label(X,negative)");
  EXPECT_EQ(term("label(X,`<=50K')."), "label(X,'<=50K')");
  EXPECT_EQ(term("label(X,‘negative’)."), "label(X,negative)");
}

TEST(Lexer, ReadsUnderscoresAsLatexWritesThem) {
  EXPECT_EQ(term("capital\\_gain(X, `no\\_checking\\_account')."),
            "capital_gain(X,no_checking_account)");
}

TEST(Lexer, KeepsStringsApartFromAtoms) {
  EXPECT_EQ(term(R"(p("a text", 'an atom', "say ""hi""").)"),
            R"(p("a text",'an atom',"say \"hi\""))");
}

TEST(Lexer, SkipsCommentsAndByteOrderMarkAndCarriageReturns) {
  EXPECT_EQ(read("\xEF\xBB\xBF% first\r\na. /* over\r\nlines */ b(/* in */ c).\r\n").clauses,
            (std::vector<std::string>{"a", "b(c)"}));
}

TEST(Lexer, TakesLettersOfAnyAlphabetForLetters) {
  EXPECT_EQ(term("größe(X, 'Österreich', Élan, 年齢)."), "'größe'(X,'Österreich',Élan,'年齢')");
}

TEST(Lexer, CountsColumnsInCharacters) {
  EXPECT_EQ(error("größe(é, €)."), "1:10 unexpected character `€`");
}

TEST(Lexer, ReportsAQuoteThatIsNotClosedAtItsBegin) {
  EXPECT_EQ(error("a.\np('abc).\nb."),
            "2:3 this quoted name is not closed before the end of the line");
  EXPECT_EQ(error("p(\"abc).\r\nb."), "1:3 this text is not closed before the end of the line");
  EXPECT_EQ(error("p('abc"), "1:3 this quoted name is not closed before the end of the line");
}

TEST(Lexer, ReportsWrongEscapes) {
  EXPECT_EQ(error(R"(p('a\qb').)"), "1:5 this escape sequence is unknown");
  EXPECT_EQ(error(R"(p('\u12').)"), "1:4 this escape has too few digits");
  EXPECT_EQ(error(R"(p('\xzz').)"), "1:4 this escape has no digits");
  EXPECT_EQ(error(R"(p('\x0\').)"), "1:4 this escape does not name a character");
}

TEST(Lexer, ReportsACommentThatIsNotClosed) {
  EXPECT_EQ(error("a. /* b."), "1:4 this comment is not closed");
}

TEST(Lexer, ReportsTextBetweenBackquotes) {
  EXPECT_EQ(error("p(`a`)."), "1:3 text between backquotes is not a name");
}

TEST(Lexer, ReportsWordsThatBeginWithADigit) {
  EXPECT_EQ(error("p(50K)."), "1:3 `50K` is neither a number nor a name");
}

TEST(Lexer, ReportsNumbersOfAbsurdSize) {
  EXPECT_EQ(error("p(1e999999)."), "1:3 this number has too many digits");
  EXPECT_EQ(error("p(" + std::string(100000, '7') + ")."), "1:3 this number has too many digits");
  EXPECT_EQ(error("p(0x" + std::string(100000, 'f') + ")."), "1:3 this number has too many digits");
  EXPECT_EQ(error("p(1r0)."), "1:3 this fraction is not a number");
}

TEST(Lexer, HelpsWithSignsFromWordProcessors) {
  EXPECT_EQ(read("N ≤ 3.").helps, (std::vector<std::string>{"write =< for \"at most\""}));
  EXPECT_EQ(read("p(“a”).").helps,
            (std::vector<std::string>{"write straight quotes, \"like this\""}));
}

TEST(Encoding, NulBytesAreReportedAsNoText) {
  EXPECT_EQ(error(std::string_view("a.\nb\0c.", 7)),
            "2:2 this is not a text file: it has a NUL byte here");
}

TEST(Encoding, BytesThatAreNotUtf8AreReportedOnceWithTheirNumber) {
  EXPECT_EQ(error("a.\np('\xE9t\xE9')."),
            "2:4 this byte is not UTF-8 text (and 1 more such bytes follow)");
  EXPECT_EQ(error("caf\xE9."), "1:4 this byte is not UTF-8 text");
  EXPECT_EQ(error("p('\xED\xA0\x80')."),
            "1:4 this byte is not UTF-8 text (and 2 more such bytes follow)");
}

}  // namespace
}  // namespace cogs::logic
