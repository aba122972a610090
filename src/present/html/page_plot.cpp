// SPDX-License-Identifier: Apache-2.0
#include "present/html/page_plot.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "present/html/page.h"
#include "present/words/safe_text.h"

namespace cogs::present {

namespace {

constexpr double width = 360, left = 6, right = 354, row_height = 38;

std::string coordinate(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 1).ptr;
  return {text, end};
}

double position(double share) { return left + std::clamp(share, 0.0, 1.0) * (right - left); }

// So much of the text as fits into a row of the plot; the table has all of it.
std::string shortened(const std::string& text, std::size_t most) {
  if (display_width(text) <= most) return text;
  std::string out;
  std::size_t taken = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint c = next_code_point(rest);
    taken += display_width(c.raw);
    if (taken + 3 > most) break;
    out += c.raw;
    rest.remove_prefix(c.bytes);
  }
  return out + "...";
}

std::string line(const char* kind, double x1, double y1, double x2, double y2) {
  return std::string("<line class=\"") + kind + "\" x1=\"" + coordinate(x1) + "\" y1=\"" +
         coordinate(y1) + "\" x2=\"" + coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\"/>";
}

std::string mark(PlotKind kind, const PlotRow& row, double y) {
  const std::string few = row.doubtful ? " few" : "";
  if (kind == PlotKind::dots) {
    return "<circle class=\"dot" + few + "\" cx=\"" + coordinate(position(row.share)) + "\" cy=\"" +
           coordinate(y) + "\" r=\"4\"/>";
  }
  if (row.share <= 0) return {};
  return "<rect class=\"col" + few + "\" x=\"" + coordinate(left) + "\" y=\"" + coordinate(y - 5) +
         "\" width=\"" + coordinate(std::max(1.0, position(row.share) - left)) +
         "\" height=\"10\"/>";
}

std::string whisker(const std::pair<double, double>& interval, double y) {
  const double low = position(interval.first), high = position(interval.second);
  return line("whisker", low, y, high, y) + line("whisker", low, y - 5, low, y + 5) +
         line("whisker", high, y - 5, high, y + 5);
}

// A figure and its unit stay on one line.
std::string cell(const std::string& text) {
  std::string out = html_words(text);
  for (std::size_t at = 0; (at = out.find(" %", at)) != std::string::npos;) {
    out.replace(at, 1, "&nbsp;");
  }
  return out;
}

std::string row_svg(PlotKind kind, const PlotRow& row, double top) {
  constexpr std::size_t longest = 50;
  const double text = top + 14, y = top + 26;
  const std::size_t for_value = display_width(row.value) + 2;
  const std::size_t for_label = longest > for_value + 8 ? longest - for_value : 8;
  std::string out = "<text x=\"" + coordinate(left) + "\" y=\"" + coordinate(text) + "\">" +
                    html_text(shortened(row.label, for_label)) + "</text><text class=\"end\" x=\"" +
                    coordinate(right) + "\" y=\"" + coordinate(text) + "\">" +
                    html_text(row.value) + "</text>";
  out += line("track", left, y, right, y);
  if (kind == PlotKind::bars) out += mark(kind, row, y);
  if (row.interval) out += whisker(*row.interval, y);
  if (kind == PlotKind::dots) out += mark(kind, row, y);
  return out + "\n";
}

}  // namespace

std::string plot_html(PlotKind kind, const std::string& title, const std::vector<PlotRow>& rows) {
  const double height = row_height * static_cast<double>(rows.size()) + 4;
  std::string out = "<figure class=\"plot\"><svg role=\"img\" viewBox=\"0 0 " + coordinate(width) +
                    " " + coordinate(height) + "\" aria-label=\"" +
                    html_text(title + "; the table beside it has the figures") + "\">\n";
  double top = 0;
  for (const PlotRow& row : rows) {
    out += row_svg(kind, row, top);
    top += row_height;
  }
  return out + "</svg></figure>\n";
}

std::string flow_html(const std::string& title, const std::vector<FlowRow>& rows,
                      const std::optional<double>& compared) {
  const double height = row_height * static_cast<double>(rows.size()) + 4;
  std::string out = "<figure class=\"plot\"><svg role=\"img\" viewBox=\"0 0 " + coordinate(width) +
                    " " + coordinate(height) + "\" aria-label=\"" +
                    html_text(title + "; the table beside it has the figures") + "\">\n";
  if (compared) out += line("whisker", position(*compared), 0, position(*compared), height) + "\n";
  double top = 0;
  for (const FlowRow& row : rows) {
    out += row_svg(PlotKind::bars, {row.label, row.value}, top);
    const double y = top + 26, from = position(row.from), to = position(row.to);
    if (row.mark) {
      out += "<circle class=\"dot\" cx=\"" + coordinate(to) + "\" cy=\"" + coordinate(y) +
             "\" r=\"4\"/>\n";
    } else {
      // What takes away is open, so that it is told apart without colour.
      out += "<rect class=\"col" + std::string(to < from ? " few" : "") + "\" x=\"" +
             coordinate(std::min(from, to)) + "\" y=\"" + coordinate(y - 5) + "\" width=\"" +
             coordinate(std::max(1.0, std::abs(to - from))) + "\" height=\"10\"/>\n";
    }
    top += row_height;
  }
  return out + "</svg></figure>\n";
}

namespace {

// Long names of features break after their underscores, not within a word.
std::string breakable(const std::string& html) {
  std::string out;
  for (const char c : html) {
    out += c;
    if (c == '_') out += "<wbr>";
  }
  return out;
}

}  // namespace

std::string table_html(const PageTable& table) {
  std::string out = "<div class=\"wide figures\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                    html_text(table.title + ", as a table") + "\">\n<table>\n<thead><tr>";
  for (const std::string& name : table.head) {
    out += "<th scope=\"col\">" + breakable(cell(name)) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += i == 0 ? "<th scope=\"row\" dir=\"auto\">" + breakable(cell(row[i])) + "</th>"
                    : "<td>" + cell(row[i]) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n";
}

std::string side_by_side(const std::string& plot, const std::string& table) {
  return "<div class=\"plots\">\n" + plot + table + "</div>\n";
}

std::string paragraph_html(const std::string& words, const char* kind) {
  return (kind ? std::string("<p class=\"") + kind + "\">" : "<p>") + cell(words) + "</p>\n";
}

std::string section_html(const std::string& id, const std::string& heading,
                         const std::string& content) {
  return "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" + html_words(heading) +
         "</h2>\n" + content + "</section>\n";
}

}  // namespace cogs::present
