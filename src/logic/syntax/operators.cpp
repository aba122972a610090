// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/operators.h"

#include <algorithm>
#include <array>

namespace cogs::logic {

namespace {

enum class Shape { xfx, xfy, yfx, fx, fy };

struct Entry {
  std::string_view name;
  int priority;
  Shape shape;
};

constexpr Entry infix_table[] = {
    {":-", 1200, Shape::xfx},  {"-->", 1200, Shape::xfx}, {";", 1100, Shape::xfy},
    {"|", 1100, Shape::xfy},   {"->", 1050, Shape::xfy},  {"*->", 1050, Shape::xfy},
    {",", 1000, Shape::xfy},   {"::", 950, Shape::xfx},   {"<", 700, Shape::xfx},
    {"=", 700, Shape::xfx},    {"=..", 700, Shape::xfx},  {"=:=", 700, Shape::xfx},
    {"=<", 700, Shape::xfx},   {"<=", 700, Shape::xfx},   {"==", 700, Shape::xfx},
    {"=\\=", 700, Shape::xfx}, {">", 700, Shape::xfx},    {">=", 700, Shape::xfx},
    {"@<", 700, Shape::xfx},   {"@=<", 700, Shape::xfx},  {"@>", 700, Shape::xfx},
    {"@>=", 700, Shape::xfx},  {"\\=", 700, Shape::xfx},  {"\\==", 700, Shape::xfx},
    {"is", 700, Shape::xfx},   {"#=", 700, Shape::xfx},   {"#<>", 700, Shape::xfx},
    {"#\\=", 700, Shape::xfx}, {"#<", 700, Shape::xfx},   {"#>", 700, Shape::xfx},
    {"#=<", 700, Shape::xfx},  {"#>=", 700, Shape::xfx},  {".=.", 700, Shape::xfx},
    {".<>.", 700, Shape::xfx}, {".<.", 700, Shape::xfx},  {".>.", 700, Shape::xfx},
    {".=<.", 700, Shape::xfx}, {".>=.", 700, Shape::xfx}, {":", 600, Shape::xfy},
    {"..", 590, Shape::xfx},   {"+", 500, Shape::yfx},    {"-", 500, Shape::yfx},
    {"*", 400, Shape::yfx},    {"/", 400, Shape::yfx},    {"//", 400, Shape::yfx},
    {"mod", 400, Shape::yfx},  {"rem", 400, Shape::yfx},  {"div", 400, Shape::yfx},
    {"rdiv", 400, Shape::yfx}, {"**", 200, Shape::xfx},   {"^", 200, Shape::xfy},
};

constexpr Entry prefix_table[] = {
    {":-", 1200, Shape::fx},       {"?-", 1200, Shape::fx},
    {"#", 1200, Shape::fx},        {"table", 1150, Shape::fx},
    {"show", 1150, Shape::fx},     {"pred", 1150, Shape::fx},
    {"dynamic", 1150, Shape::fx},  {"discontiguous", 1150, Shape::fx},
    {"not", 900, Shape::fy},       {"\\+", 900, Shape::fy},
    {"include", 350, Shape::fx},   {"compute", 350, Shape::fx},
    {"abducible", 350, Shape::fx}, {"-", 200, Shape::fy},
    {"+", 200, Shape::fy},         {"\\", 200, Shape::fy},
};

template <std::size_t count>
const Entry* find(const Entry (&table)[count], std::string_view name) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == std::end(table) ? nullptr : found;
}

}  // namespace

std::optional<InfixOperator> infix_operator(std::string_view name) {
  const Entry* entry = find(infix_table, name);
  if (!entry) return std::nullopt;
  const int p = entry->priority;
  return InfixOperator{p, entry->shape == Shape::yfx ? p : p - 1,
                       entry->shape == Shape::xfy ? p : p - 1};
}

std::optional<PrefixOperator> prefix_operator(std::string_view name) {
  const Entry* entry = find(prefix_table, name);
  if (!entry) return std::nullopt;
  return PrefixOperator{entry->priority,
                        entry->shape == Shape::fy ? entry->priority : entry->priority - 1};
}

}  // namespace cogs::logic
