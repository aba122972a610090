// SPDX-License-Identifier: Apache-2.0
#include "engine/reason_codes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/text_file.h"
#include "engine/engine.h"
#include "engine/explain.h"

namespace cogs::engine {
namespace {

const char* const model_text =
    "#feature n : integer 0..9.\n#feature s : {low, mid, missing}.\n#undesired no(X).\n"
    "no(X) :- n(X, N), N < 5, not s(X, mid).\n";

// Tests run side by side, each in a process of its own.
struct TemporaryFile {
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     ("cogs-reason-codes-" + std::to_string(::getpid()) + ".csv");
  ~TemporaryFile() { std::filesystem::remove(path); }
};

explain::ReasonCodes codes(const model::Model& model, const std::string& lines) {
  const TemporaryFile file;
  base::write_text_file(file.path.string(), "feature,when,code,text\n" + lines);
  return read_reason_codes(model, file.path.string());
}

// "n:1 s:2": the code of each reason, - where there is none.
std::string given(const std::string& lines, const std::vector<model::Field>& fields) {
  const model::Model model = parse_model(model_text, "m.cogs");
  const model::Record record = model::read_record(model, fields);
  const explain::ReasonCodes read = codes(model, lines);
  std::string out;
  for (const explain::Reason& reason : why(model, record).reasons.reasons) {
    const explain::ReasonCode* code = explain::code_of(read, record, reason);
    out += (out.empty() ? "" : " ") + model.feature(reason.feature).name + ":" +
           (code ? code->code : "-");
  }
  return out;
}

TEST(ReasonCodes, FollowTheDirectionOfWhatIsNeeded) {
  const std::string lines = "n,high,1,too high\nn,low,2,too low\n";
  EXPECT_EQ(given(lines, {{"n", "4"}, {"s", "low"}}), "n:2 s:-");
  EXPECT_EQ(given(lines, {{"n", "5"}, {"s", "low"}}), "n:1");
}

TEST(ReasonCodes, OfASetMeanItsValuesBeforeAnythingElse) {
  const std::string lines = "s,low,1,a\ns,missing,2,b\ns,,3,c\n";
  EXPECT_EQ(given(lines, {{"n", "4"}, {"s", "low"}}), "n:- s:1");
  EXPECT_EQ(given(lines, {{"n", "4"}, {"s", "missing"}}), "n:- s:2");
  EXPECT_EQ(given(lines, {{"n", "4"}}), "n:- s:3");
}

TEST(ReasonCodes, TakeTheFirstLineThatFits) {
  EXPECT_EQ(given("n,low,1,a\nn,,2,b\n", {{"n", "4"}, {"s", "low"}}), "n:1 s:-");
}

TEST(ReasonCodes, ReportAllErrorsOfAFileAtOnce) {
  const model::Model model = parse_model(model_text, "m.cogs");
  try {
    codes(model, "m,,1,a\nn,lo,2,b\ns,high,3,c\nn,low,4\nn,,5,d\nn,low,6,e\n");
    FAIL() << "nothing was refused";
  } catch (const base::InputError& error) {
    std::vector<std::uint32_t> lines;
    for (const base::Diagnostic& d : error.diagnostics()) lines.push_back(d.place.line);
    EXPECT_EQ(lines, (std::vector<std::uint32_t>{2, 3, 4, 5, 7}));
  }
}

}  // namespace
}  // namespace cogs::engine
