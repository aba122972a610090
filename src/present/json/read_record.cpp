// SPDX-License-Identifier: Apache-2.0
//
// The shape of a record: which members it has, and of which type. What they say is for
// `check` to judge.

#include "json/parse.h"
#include "json/value.h"
#include "present/json/record.h"

namespace cogs::present {

namespace {

using Kind = json::Value::Kind;

struct Shape {
  const char* where;  // "*" stands for each item of a list
  const char* kinds;  // any of the letters below
};

// s string, n number, b true or false, a list, o object, 0 null.
constexpr Shape shapes[] = {
    {"engine", "o"},
    {"engine/name", "s"},
    {"engine/version", "s"},
    {"run", "o"},
    {"run/command", "s"},
    {"run/reasons", "n"},
    {"run/rather_than", "s0"},
    {"model", "o"},
    {"model/path", "s"},
    {"model/sha256", "s"},
    {"model/text", "s"},
    {"causal_rules", "a"},
    {"causal_rules/*", "o"},
    {"constraints", "o"},
    {"constraints/features", "a"},
    {"constraints/features/*", "o"},
    {"constraints/denials", "a"},
    {"constraints/denials/*", "o"},
    {"input", "o"},
    {"input/source", "s"},
    {"input/sha256", "s"},
    {"input/record", "o"},
    {"input/missing", "a"},
    {"decision", "o"},
    {"decision/undesired", "b"},
    {"decision/atom", "s"},
    {"decision/rules", "a"},
    {"proof", "o"},
    {"reasons", "a"},
    {"reasons/*", "o"},
    {"reasons_complete", "b"},
    {"rather_than", "o0"},
    {"recourse", "o0"},
    {"sha256", "s"},
};

// Of a record that says what it is filed under.
constexpr Shape case_shapes[] = {
    {"case", "o"},
    {"case/row", "n0"},
    {"case/id", "s0"},
    {"case/at", "s0"},
};

constexpr Shape recourse_shapes[] = {
    {"recourse/options", "o"},
    {"recourse/missing", "a"},
    {"recourse/start_consistent", "b"},
    {"recourse/start_breaks", "a"},
    {"recourse/start_breaks/*", "o"},
    {"recourse/status", "s"},
    {"recourse/paths", "a"},
    {"recourse/paths/*", "o"},
    {"recourse/paths/*/cost", "ns"},
    {"recourse/paths/*/direct", "n"},
    {"recourse/paths/*/changed", "n"},
    {"recourse/paths/*/optimal", "b"},
    {"recourse/paths/*/certain", "b"},
    {"recourse/paths/*/checked", "b"},
    {"recourse/paths/*/transitions", "a"},
    {"recourse/paths/*/transitions/*", "o"},
    {"recourse/paths/*/transitions/*/actions", "a"},
    {"recourse/paths/*/transitions/*/actions/*", "o"},
    {"recourse/paths/*/transitions/*/effects", "a"},
    {"recourse/paths/*/transitions/*/effects/*", "o"},
    {"recourse/paths/*/transitions/*/state", "o"},
    {"recourse/blockers", "a"},
    {"recourse/blockers/*", "o"},
    {"recourse/lower_bound", "ns0"},
    {"recourse/ties_proved", "b"},
    {"recourse/complete", "b"},
};

char letter_of(Kind kind) {
  switch (kind) {
    case Kind::null: return '0';
    case Kind::boolean: return 'b';
    case Kind::number: return 'n';
    case Kind::string: return 's';
    case Kind::array: return 'a';
    case Kind::object: return 'o';
  }
  return ' ';
}

std::string words_for(std::string_view kinds) {
  std::string out;
  for (const char kind : kinds) {
    if (!out.empty()) out += " or ";
    switch (kind) {
      case 's': out += "a string"; break;
      case 'n': out += "a number"; break;
      case 'b': out += "true or false"; break;
      case 'a': out += "a list"; break;
      case 'o': out += "an object"; break;
      default: out += "null";
    }
  }
  return out;
}

class ShapeReader {
 public:
  ShapeReader(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  [[noreturn]] void fail(const base::Place& place, std::string message,
                         std::string help = {}) const {
    base::Diagnostic d;
    d.file = file_;
    d.place = place;
    d.message = std::move(message);
    d.help = std::move(help);
    d.source_line = json::source_line(text_, place);
    throw base::InputError(std::move(d));
  }

  void check(const json::Value& value, std::string_view where, const Shape& shape) const {
    if (where.empty()) {
      const std::string_view kinds = shape.kinds;
      if (kinds.find(letter_of(value.kind())) != std::string_view::npos) return;
      fail(value.place, "'" + std::string(shape.where) + "' must be " + words_for(kinds));
    }
    const std::size_t slash = where.find('/');
    const std::string_view step = where.substr(0, slash);
    const std::string_view rest =
        slash == std::string_view::npos ? std::string_view() : where.substr(slash + 1);
    if (step == "*") {
      for (const json::Value& item : value.items()) check(item, rest, shape);
      return;
    }
    const json::Value* found = value.find(step);
    if (!found) fail(value.place, "the member '" + std::string(step) + "' is not there");
    check(*found, rest, shape);
  }

 private:
  const std::string& file_;
  std::string_view text_;
};

const std::string& text_of(const json::Value& json, const char* part, const char* name) {
  return json.find(part)->find(name)->text();
}

}  // namespace

bool is_record(const json::Value& json) {
  const json::Value* schema = json.find("schema");
  return schema && schema->is(Kind::string) && schema->text().rfind("cogs.record/", 0) == 0;
}

RecordClaims read_record_claims(json::Value json, const std::string& file, std::string_view text) {
  const ShapeReader reader(file, text);
  const json::Value& schema = *json.find("schema");
  if (schema.text() != "cogs.record/1") {
    reader.fail(schema.place, "this is a '" + schema.text() + "', not a 'cogs.record/1'",
                "another version of cogs wrote it");
  }
  for (const Shape& shape : shapes) reader.check(json, shape.where, shape);
  RecordClaims claims;
  if (const json::Value* filed = json.find("case")) {
    for (const Shape& shape : case_shapes) reader.check(json, shape.where, shape);
    if (filed->find("row")->is(Kind::number)) {
      const auto row = base::Number::parse(filed->find("row")->text());
      const auto number = row ? row->to_int64() : std::nullopt;
      if (!number || *number < 1) {
        reader.fail(filed->find("row")->place, "'case/row' must be a whole number from 1");
      }
      claims.filed.row = static_cast<std::uint64_t>(*number);
    }
    if (filed->find("id")->is(Kind::string)) claims.filed.id = filed->find("id")->text();
    if (filed->find("at")->is(Kind::string)) claims.filed.at = filed->find("at")->text();
  }
  const json::Value& recourse = *json.find("recourse");
  claims.has_recourse = recourse.is(Kind::object);
  if (claims.has_recourse) {
    for (const Shape& shape : recourse_shapes) reader.check(json, shape.where, shape);
    claims.recourse_complete = recourse.find("complete")->truth();
  }
  claims.version = text_of(json, "engine", "version");
  claims.model_path = text_of(json, "model", "path");
  claims.model_sha256 = text_of(json, "model", "sha256");
  claims.model_text = text_of(json, "model", "text");
  claims.source = text_of(json, "input", "source");
  const json::Value& run = *json.find("run");
  const auto most = base::Number::parse(run.find("reasons")->text());
  const auto count = most ? most->to_int64() : std::nullopt;
  if (!count || *count < 0) {
    reader.fail(run.find("reasons")->place, "'run/reasons' must be a whole number from 0");
  }
  claims.most_reasons = static_cast<std::size_t>(*count);
  if (run.find("rather_than")->is(Kind::string)) {
    claims.rather_than = run.find("rather_than")->text();
  }
  claims.reasons_complete = json.find("reasons_complete")->truth();
  claims.json = std::move(json);
  return claims;
}

RecourseAnswer read_record_answer(const model::Model& model, const RecordClaims& claims,
                                  const std::string& file, std::string_view text,
                                  const std::map<std::uint32_t, std::uint32_t>* lines) {
  json::Value answer = json::Value::object();
  answer.add("schema", json::Value::string("cogs.recourse/1"));
  answer.add("start", *claims.json.find("input")->find("record"));
  answer.add("decision", *claims.json.find("decision"));
  const json::Value& recourse = *claims.json.find("recourse");
  if (claims.has_recourse) {
    for (const char* name : {"start_consistent", "options", "status", "paths", "lower_bound"}) {
      answer.add(name, *recourse.find(name));
    }
  } else {
    answer.add("paths", json::Value::array());
  }
  return read_recourse_json(model, answer, file, text, lines);
}

}  // namespace cogs::present
