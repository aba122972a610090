// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as JSON and as CSV: a value or rows, or an InputError; never a crash.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "base/diagnostic.h"
#include "json/parse.h"
#include "json/value.h"
#include "json/write.h"
#include "table/csv_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cogs;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const json::Value value = json::parse(text, "fuzz.json");
    json::parse(json::to_text(value), "again.json");
  } catch (const base::InputError&) {
  }
  std::istringstream in(text);
  try {
    table::CsvReader reader(in, "fuzz.csv");
    for (table::CsvRow row;;) {
      try {
        if (!reader.next(row)) break;
      } catch (const base::InputError&) {
      }
    }
  } catch (const base::InputError&) {
  }
  return 0;
}
