// SPDX-License-Identifier: Apache-2.0
#include "present/words/term_text.h"

#include <algorithm>
#include <vector>

#include "logic/syntax/characters.h"
#include "present/words/safe_text.h"

namespace cogs::present {

namespace {

// clingo's != stands in proofs of programs in its language, where s(CASP) has another sign.
std::optional<logic::InfixOperator> infix_of(const std::string& name) {
  return logic::infix_operator(name == "!=" ? "\\=" : name);
}

using base::Number;
using logic::Term;
using logic::TermId;
using logic::TermKind;
using logic::Terms;

bool is_plain_word(std::string_view name) {
  bool first = true;
  while (!name.empty()) {
    const CodePoint c = next_code_point(name);
    name.remove_prefix(c.bytes);
    if (!c.valid) return false;
    if (c.value < 0x80) {
      const char ascii = static_cast<char>(c.value);
      if (first ? !logic::is_lower(ascii) : !logic::is_word(ascii)) return false;
    } else if (!logic::is_letter(c.value) || (first && logic::is_capital(c.value)) ||
               is_unprintable(c.value)) {
      return false;
    }
    first = false;
  }
  return !first;
}

bool is_symbol_name(std::string_view name) {
  return !name.empty() && name != "." && name.substr(0, 2) != "/*" &&
         std::all_of(name.begin(), name.end(), logic::is_symbol);
}

bool is_word_operator(std::string_view name) { return !name.empty() && logic::is_lower(name[0]); }

// What is still to be written, the next one at the back.
struct Task {
  enum class Kind { term, token, tail } kind = Kind::term;
  TermId term;  // of a term, and of the tail of a list
  int priority = logic::most_priority;
  std::string token;
};

class Writer {
 public:
  Writer(const Terms& terms, const TermStyle& style) : terms_(terms), style_(style) {}

  std::string write(TermId id, int priority) {
    push(id, priority);
    while (!tasks_.empty()) {
      Task task = std::move(tasks_.back());
      tasks_.pop_back();
      switch (task.kind) {
        case Task::Kind::token: emit(task.token); break;
        case Task::Kind::term: write_term(task.term, task.priority); break;
        case Task::Kind::tail: write_tail(task.term); break;
      }
    }
    return std::move(out_);
  }

 private:
  void push(TermId id, int priority) { tasks_.push_back({Task::Kind::term, id, priority, {}}); }
  void push(std::string token) {
    tasks_.push_back({Task::Kind::token, TermId(), 0, std::move(token)});
  }

  // Keeps two tokens apart that would be read as one.
  void emit(std::string_view token) {
    if (!out_.empty() && !token.empty()) {
      const char last = out_.back(), next = token.front();
      const auto wordy = [](char c) {
        return logic::is_word(c) || static_cast<unsigned char>(c) >= 0x80;
      };
      if ((wordy(last) && wordy(next)) || (logic::is_symbol(last) && logic::is_symbol(next))) {
        out_ += ' ';
      }
    }
    out_ += token;
  }

  void write_term(TermId id, int priority) {
    const Term& term = terms_[id];
    switch (term.kind) {
      case TermKind::variable:
        emit(style_.variable ? style_.variable(terms_.name(id)) : terms_.name(id));
        return;
      case TermKind::number: emit(number(id)); return;
      case TermKind::string: emit(logic::quoted_text(terms_.name(id), '"')); return;
      case TermKind::atom: write_atom(terms_.name(id), priority); return;
      case TermKind::compound: break;
    }
    const std::string& name = terms_.name(id);
    if (terms_.is(id, "[|]", 2)) return write_list(id);
    if (terms_.is(id, "{}", 1)) {
      push("}");
      push(terms_.argument(id, 0), logic::most_priority);
      emit("{");
      return;
    }
    if (term.arity == 2) {
      if (const auto infix = infix_of(name)) return write_infix(id, *infix, priority);
    }
    if (term.arity == 1) {
      if (const auto prefix = logic::prefix_operator(name)) {
        return write_prefix(id, *prefix, priority);
      }
    }
    const auto arguments = terms_.arguments(id);
    push(name.empty() && arguments.size() == 1 ? ",)" : ")");
    for (std::size_t i = arguments.size(); i-- > 0;) {
      push(arguments[i], logic::argument_priority);
      if (i > 0) push(style_.spaced ? ", " : ",");
    }
    if (!name.empty()) emit(name_text(name));  // a tuple of clingo's language has none
    out_ += '(';
  }

  // An operator that stands alone is put in parentheses where an operand could be meant.
  void write_atom(const std::string& name, int priority) {
    const bool is_operator = logic::infix_operator(name) || logic::prefix_operator(name);
    if (is_operator && priority < logic::argument_priority) {
      emit("(");
      out_ += name_text(name) + ")";
    } else {
      const std::string text = name_text(name);
      emit(text[0] == '\'' && style_.quote != '\'' ? logic::quoted_text(name, style_.quote) : text);
    }
  }

  std::string number(TermId id) const {
    const Number& value = terms_.number(id);
    if (style_.decimals && !value.is_integer()) return rounded_text(value, *style_.decimals);
    return number_text(value, terms_[id].decimal);
  }

  void write_list(TermId id) {
    tasks_.push_back({Task::Kind::tail, terms_.argument(id, 1), 0, {}});
    push(terms_.argument(id, 0), logic::argument_priority);
    emit("[");
  }

  void write_tail(TermId id) {
    if (terms_.is(id, "[]", 0)) {
      emit("]");
    } else if (terms_.is(id, "[|]", 2)) {
      tasks_.push_back({Task::Kind::tail, terms_.argument(id, 1), 0, {}});
      push(terms_.argument(id, 0), logic::argument_priority);
      emit(style_.spaced ? ", " : ",");
    } else {
      push("]");
      push(id, logic::argument_priority);
      emit("|");
    }
  }

  void write_infix(TermId id, const logic::InfixOperator& infix, int priority) {
    const std::string& name = terms_.name(id);
    const bool brackets = infix.priority > priority;
    if (brackets) push(")");
    push(terms_.argument(id, 1), infix.right);
    const bool relation = infix.priority == 700 && style_.wide_relations;
    if (name == ",") {
      push(style_.spaced ? ", " : ",");
    } else if (is_word_operator(name) || relation || name == "->" || name == ":-" || name == "::") {
      const bool wide = is_word_operator(name) || relation || style_.spaced;
      push(wide ? " " + name + " " : name);
    } else {
      push(name);
    }
    push(terms_.argument(id, 0), infix.left);
    if (brackets) open_bracket();
  }

  void write_prefix(TermId id, const logic::PrefixOperator& prefix, int priority) {
    const std::string& name = terms_.name(id);
    const TermId operand = terms_.argument(id, 0);
    const bool brackets = prefix.priority > priority;
    if (brackets) push(")");
    push(operand, prefix.operand);
    // -(1) is not the number -1, and -(a,b) has one argument, not two.
    const bool sign = name == "-" || name == "+";
    if (is_word_operator(name) || (sign && terms_.is_number(operand)) ||
        begins_with_bracket(operand, prefix.operand)) {
      push(" ");
    }
    push(name_text(name));
    if (brackets) open_bracket();
  }

  // After a name, a bracket would begin its arguments.
  void open_bracket() {
    if (!out_.empty() && (logic::is_word(out_.back()) || logic::is_symbol(out_.back()))) {
      out_ += ' ';
    }
    out_ += '(';
  }

  bool begins_with_bracket(TermId id, int priority) const {
    for (;;) {
      const Term& term = terms_[id];
      if (term.kind == TermKind::atom) {
        const std::string& name = terms_.name(id);
        return (logic::infix_operator(name) || logic::prefix_operator(name)) &&
               priority < logic::argument_priority;
      }
      if (term.kind != TermKind::compound || terms_.is(id, "[|]", 2)) return false;
      if (term.arity == 1) {
        const auto prefix = logic::prefix_operator(terms_.name(id));
        return prefix && prefix->priority > priority;
      }
      if (term.arity != 2) return false;
      const auto infix = infix_of(terms_.name(id));
      if (!infix) return false;
      if (infix->priority > priority) return true;
      priority = infix->left;
      id = terms_.argument(id, 0);
    }
  }

  const Terms& terms_;
  const TermStyle& style_;
  std::vector<Task> tasks_;
  std::string out_;
};

// 0.5, 2.0, and 1.0e100 or 2.5e-7 where the digits would be many zeros.
std::string decimal_text(const Number& number) {
  std::string text = number.absolute().text();
  const std::string sign = number.sign() < 0 ? "-" : "";
  if (text.find('/') != std::string::npos) return sign + text;
  const auto point = std::min(text.find('.'), text.size());
  std::string digits = text;
  if (point < text.size()) digits.erase(point, 1);
  const auto first = digits.find_first_not_of('0');
  if (first == std::string::npos) return "0.0";
  const int exponent = static_cast<int>(point) - 1 - static_cast<int>(first);
  if (exponent >= -4 && exponent < 15) return sign + text + (point == text.size() ? ".0" : "");
  digits.erase(0, first);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.size() == 1) digits += '0';
  return sign + digits.insert(1, ".") + "e" + std::to_string(exponent);
}

}  // namespace

std::string term_text(const Terms& terms, TermId id, const TermStyle& style, int priority) {
  return Writer(terms, style).write(id, priority);
}

// #inf, #sum and their like, of clingo's language.
static bool is_directive_like(std::string_view name) {
  return name == "#sum+" || name == "for all" || name == "not for all" || name == "not not" ||
         name == "()" || (name.size() > 1 && name[0] == '#' && is_plain_word(name.substr(1)));
}

std::string name_text(std::string_view name) {
  if (is_plain_word(name) || is_symbol_name(name) || name == "[]" || name == "{}" || name == "!" ||
      name == ";" || is_directive_like(name)) {
    return std::string(name);
  }
  return logic::quoted_text(name, '\'');
}

std::string number_text(const Number& number, bool decimal) {
  if (decimal) return decimal_text(number);
  if (number.is_integer() || number.decimals() == 0) return number.text();
  // A finite decimal: its denominator divides a power of ten.
  Number denominator = Number::power_of_ten(number.decimals());
  for (const int prime : {2, 5}) {
    for (;;) {
      const Number smaller = denominator / Number(prime);
      if (!smaller.is_integer() || !(number * smaller).is_integer()) break;
      denominator = smaller;
    }
  }
  return (number * denominator).text() + "/" + denominator.text();
}

std::string rounded_text(const Number& number, int digits) {
  const Number scale = Number::power_of_ten(digits);
  const Number whole = (number.absolute() * scale + Number(1) / Number(2)).floor();
  std::string text = whole.text();
  if (digits > 0) {
    const auto wanted = static_cast<std::size_t>(digits) + 1;
    if (text.size() < wanted) text.insert(0, wanted - text.size(), '0');
    text.insert(text.size() - static_cast<std::size_t>(digits), ".");
  }
  return number.sign() < 0 && whole.sign() != 0 ? "-" + text : text;
}

}  // namespace cogs::present
