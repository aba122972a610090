// SPDX-License-Identifier: Apache-2.0
#include "oracle/random_model.h"

#include <algorithm>
#include <random>

#include "oracle/meaning.h"

namespace cogs::oracle {

namespace {

using Strings = std::vector<std::string>;

struct RandomFeature {
  std::string name;
  enum class Kind { set, integer, real } kind = Kind::set;
  Strings values;         // set domain, as texts
  int low = 0, high = 0;  // numeric, in units of 1 (integer) or 1/100 (real)
  bool low_end = true, high_end = true;
  Strings thresholds;    // numeric: the constants that conditions use
  int from = 0, to = 0;  // where the planted path starts and ends: numbers or value indices
  bool fixed = false, caused = false, observed = false, directed = false;
  bool ordered = false;        // a set with an order
  bool never_missing = false;  // records always give it

  bool bounded() const { return kind == Kind::set || (low_end && high_end); }
  bool has_order() const { return kind != Kind::set || ordered; }
};

// An auxiliary atom; its rules look only at features of `scope`, and negate only atoms with a
// smaller stratum.
struct RandomAtom {
  std::string text;
  std::size_t stratum = 0;
  std::vector<std::size_t> scope;
};

class Generator {
 public:
  // Models without scores are what they would be if there were none.
  explicit Generator(std::uint64_t seed)
      : random_(seed), scored_(seed * 0x9E3779B97F4A7C15U >> 32 & 1U) {}

  RandomQuestion make() {
    fixed_ = pick(std::vector<int>{3, 6, 30});
    caused_ = pick(std::vector<int>{25, 40, 80});
    certain_ = pick(std::vector<int>{10, 15, 60});
    make_features();
    planted_ = chance(70);
    missing_ = pick(std::vector<int>{0, 0, 0, 5, 5, 25, 50});
    priced_ = pick(std::vector<int>{0, 25, 25, 60, 100});
    overlapping_ = chance(30);
    make_causal_rules();
    make_decision();
    make_denials();
    RandomQuestion result;
    for (std::size_t f = 0; f < features_.size(); ++f) result.model.push_back(declare(f));
    result.model.insert(result.model.end(), lines_.begin(), lines_.end());
    if (chance(15)) join_lines(result.model);
    result.model.insert(result.model.end(), tables_.begin(), tables_.end());
    if (planted_) result.records.push_back(planted_record());
    for (int i = 0; i < 24; ++i) result.records.push_back(record());
    result.options = options();
    return result;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1)));
  }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

  static std::string hundredths(int n) {
    std::string text = n < 0 ? "-" : "";
    const int size = n < 0 ? -n : n;
    text += std::to_string(size / 100);
    const int rest = size % 100;
    if (rest == 0) return text;
    text += "." + std::string(rest < 10 ? "0" : "") + std::to_string(rest);
    if (text.back() == '0') text.pop_back();
    return text;
  }
  static std::string number(const RandomFeature& f, int n) {
    return f.kind == RandomFeature::Kind::real ? hundredths(n) : std::to_string(n);
  }

  // A number, or the value of a set that stands at a place.
  std::string constant(const RandomFeature& f, int n) {
    return f.kind == RandomFeature::Kind::set ? written(f.values[static_cast<std::size_t>(n)])
                                              : number(f, n);
  }

  static bool plain_atom(const std::string& text) {
    if (text.empty() || text[0] < 'a' || text[0] > 'z') return false;
    return std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
  }
  static bool is_number(const std::string& text) { return base::Number::parse(text).has_value(); }
  // A set value as a rule or a declaration may write it.
  std::string written(const std::string& text) {
    if (plain_atom(text) && !chance(15)) return text;
    if (is_number(text) && !chance(30)) return text;
    return "'" + text + "'";
  }

  // Several statements on one line.
  void join_lines(Strings& lines) {
    Strings joined;
    for (const std::string& line : lines) {
      if (!joined.empty() && chance(40)) {
        joined.back() += " " + line;
      } else {
        joined.push_back(line);
      }
    }
    lines = joined;
  }

  void make_features() {
    const Strings names = {"age", "debt", "score", "sex", "job", "b_2"};
    std::size_t count = pick(std::vector<std::size_t>{2, 3, 3, 4, 4, 5, 5});
    std::size_t room = 360;
    if (chance(2)) {
      features_.push_back(many_cells(names[0]));
      count = 3;
      room = 6;
    }
    for (std::size_t i = features_.size(); i < count; ++i) {
      RandomFeature f;
      f.name = names[i];
      const std::size_t most = std::max<std::size_t>(2, i + 1 == count ? room : room / 2);
      const bool wide = room >= 60 && i < 3 && chance(12);
      if (wide) {
        make_wide(f);
        room /= 10;
      } else if (chance(50)) {
        const int size = between(2, static_cast<int>(std::min<std::size_t>(6, most)));
        f.kind = RandomFeature::Kind::integer;
        f.low = between(-3, 3);
        f.high = f.low + size - 1;
        room /= static_cast<std::size_t>(size);
      } else {
        const int size = between(2, static_cast<int>(std::min<std::size_t>(4, most)));
        make_values(f, size);
        f.ordered = chance(35);
        room /= static_cast<std::size_t>(size);
      }
      room = std::max<std::size_t>(room, 2);
      const bool set = f.kind == RandomFeature::Kind::set;
      f.from = set ? static_cast<int>(below(f.values.size())) : between(f.low, f.high);
      f.to = set ? static_cast<int>(below(f.values.size())) : between(f.low, f.high);
      make_thresholds(f);
      features_.push_back(f);
    }
    for (RandomFeature& f : features_) {
      f.fixed = chance(fixed_);
      f.observed = chance(15);
      if (!f.fixed && f.has_order()) f.directed = chance(3 * fixed_);
      f.never_missing = !f.bounded() && chance(50);
    }
  }

  // More cells than a machine word has bits: an ordered set, or an integer that rules cut often.
  RandomFeature many_cells(const std::string& name) {
    RandomFeature f;
    f.name = name;
    const int size = between(60, 130);
    if (chance(50)) {
      f.ordered = true;
      for (int i = 0; i < size; ++i) f.values.push_back("v" + std::to_string(i));
      f.from = between(0, size - 1);
      f.to = between(0, size - 1);
      return f;
    }
    f.kind = RandomFeature::Kind::integer;
    f.high = size - 1;
    f.from = between(f.low, f.high);
    f.to = between(f.low, f.high);
    for (int i = 0; i < 3; ++i) f.thresholds.push_back(std::to_string(between(f.low, f.high)));
    for (int n = 1; n < size; n += 2) {
      many_.push_back("odd(X) :- " + name + "(X, " + std::to_string(n) + ").");
    }
    return f;
  }

  // A continuous or unbounded domain.
  void make_wide(RandomFeature& f) {
    if (chance(70)) {
      f.kind = RandomFeature::Kind::real;
      f.low = between(-2, 1) * 50;
      f.high = f.low + between(1, 4) * 50;
    } else {
      f.kind = RandomFeature::Kind::integer;
      f.low = between(-2, 1);
      f.high = f.low + between(2, 4);
      f.high_end = false;
    }
    if (chance(30)) f.high_end = false;
    if (chance(20)) f.low_end = false;
  }

  void make_values(RandomFeature& f, int size) {
    const std::vector<Strings> pools = {{"low", "med", "high", "vhigh"},
                                        {"Never-married", "<=50K", "a b", "it"},
                                        {"1", "2", "4", "more"},
                                        {"-1", "0", "2.5", "10"},
                                        {"True", "False", "x", "4"}};
    f.kind = RandomFeature::Kind::set;
    f.values = pick(pools);
    while (f.values.size() > static_cast<std::size_t>(size)) {
      f.values.erase(f.values.begin() + static_cast<std::ptrdiff_t>(below(f.values.size())));
    }
    for (std::size_t i = f.values.size(); i > 1; --i)
      std::swap(f.values[i - 1], f.values[below(i)]);
  }

  void make_thresholds(RandomFeature& f) {
    if (f.kind == RandomFeature::Kind::set) return;
    const bool real = f.kind == RandomFeature::Kind::real;
    const bool wide = real || !f.low_end || !f.high_end;
    const std::size_t count = wide ? 1 + below(2) : 1 + below(3);
    for (std::size_t i = 0; i < count; ++i) {
      int n = between(f.low, f.high);
      if (chance(8)) n = chance(50) ? f.low - (real ? 37 : 2) : f.high + (real ? 50 : 1);
      if (real && chance(50)) n = n / 10 * 10;
      std::string text = number(f, n);
      if (real && chance(15)) text = text.find('.') == std::string::npos ? text + ".125" : text;
      f.thresholds.push_back(text);
    }
  }

  std::string declare(std::size_t index) {
    const RandomFeature& f = features_[index];
    std::string line = "#feature " + f.name + " : ";
    if (f.kind == RandomFeature::Kind::set) {
      line += "{";
      for (std::size_t i = 0; i < f.values.size(); ++i) {
        line += (i ? (f.ordered ? " < " : ", ") : "") + written(f.values[i]);
      }
      line += "}";
    } else {
      line += f.kind == RandomFeature::Kind::real ? "real " : "integer ";
      line +=
          (f.low_end ? number(f, f.low) : "-inf") + ".." + (f.high_end ? number(f, f.high) : "inf");
    }
    Strings options;
    if (f.fixed) options.push_back("fixed");
    if (f.caused) options.push_back("caused");
    if (f.observed) options.push_back("observed");
    if (f.directed && !f.caused)
      options.push_back(f.to > f.from || chance(25) ? "may increase" : "may decrease");
    if (chance(25)) options.push_back("cost " + price(f));
    // From missing, a price by distance needs both ends of the domain.
    const bool endless = f.kind != RandomFeature::Kind::set && !(f.low_end && f.high_end);
    if (!f.fixed && !f.caused && !endless && chance(missing_ / 3)) options.push_back("may be set");
    if (chance(8)) options.push_back("unit \"$\"");
    if (chance(8)) options.push_back("label \"the " + f.name + "\"");
    if (f.kind == RandomFeature::Kind::real && chance(40)) {
      options.push_back("step " + pick(Strings{"0.1", "0.25", "1"}));
    }
    for (std::size_t i = options.size(); i > 1; --i) std::swap(options[i - 1], options[below(i)]);
    for (const std::string& option : options) line += ", " + option;
    return line + ".";
  }

  // What may stand behind `cost`, flat or not.
  std::string price(const RandomFeature& f) {
    const Strings flat = {"2", "3", "0.5", "1.5", "1"};
    if (!chance(priced_)) return pick(flat);
    if (f.kind == RandomFeature::Kind::set && (!f.ordered || chance(25))) {
      std::string text = chance(40) ? pick(flat) + " to {" : "to {";
      const std::size_t first = below(f.values.size());
      for (std::size_t i = first; i < f.values.size() && (i == first || chance(60)); ++i) {
        text += (i == first ? "" : ", ") + written(f.values[i]) + ": " + pick(flat);
      }
      return text + "}";
    }
    if (chance(30)) return "up " + amount(f) + ", down " + amount(f);
    return amount(f);
  }

  // The price of one direction.
  std::string amount(const RandomFeature& f) {
    const Strings flat = {"2", "3", "0.5", "1.5", "1"};
    if (chance(20) || !(f.bounded() || f.never_missing)) return pick(flat);
    const std::string fixed = chance(40) ? pick(flat) + " + " : "";
    const std::string rate = pick(Strings{"1", "2", "0.25", "1/3"});
    if (f.kind == RandomFeature::Kind::set || chance(50)) {
      return fixed + rate + " per " + pick(Strings{"1", "2", "0.5", "3"});
    }
    std::string text = fixed + rate + " on {";
    const int step = f.kind == RandomFeature::Kind::real ? 50 : 1;
    int x = f.low + step * between(-1, 2), y = between(-1, 1);
    const int points = between(2, 4);
    for (int i = 0; i < points; ++i) {
      text += (i ? ", " : "") + number(f, x) + ": " + std::to_string(y);
      x += step * between(1, 3);
      y += fixed.empty() || chance(75) ? between(1, 3) : 0;
    }
    return text + "}";
  }

  std::string variable() {
    return std::string(chance(50) ? "N" : "V") + std::to_string(++variables_);
  }

  std::string comparison(const std::string& n, const std::string& constant) {
    static const std::vector<Strings> forms = {{"=<", "#=<", ".=<."}, {"<", "#<", ".<."},
                                               {">", "#>", ".>."},    {">=", "#>=", ".>=."},
                                               {"=", "#=", ".=."},    {"\\=", "#<>", ".<>."}};
    // Non-integer constants occur only where the domain is real.
    const std::string text = n + " " + pick(forms[below(forms.size())]) + " " + constant;
    return chance(20) ? "not(" + text + ")" : text;
  }

  // Conditions on variable `n` of a numeric feature, one or two.
  std::string conditions(const RandomFeature& f, const std::string& n) {
    std::string text = comparison(n, pick(f.thresholds));
    if (chance(25)) text += ", " + comparison(n, pick(f.thresholds));
    return text;
  }

  std::string feature_literal(std::size_t index) {
    const RandomFeature& f = features_[index];
    const std::string not_ = chance(25) ? "not " : "";
    if (chance(2)) return f.name + "(X, _)";
    if (f.kind == RandomFeature::Kind::set) {
      const std::string value = written(pick(f.values));
      if (f.ordered && chance(50)) {
        const std::string v = variable();
        return f.name + "(X, " + v + "), " + comparison(v, value);
      }
      if (chance(75)) return not_ + f.name + "(X, " + value + ")";
      const std::string v = variable();
      std::string test = v + (chance(70) ? " \\= " : " = ") + value;
      if (chance(15)) test = "not(" + test + ")";
      const bool numbers = !f.ordered && std::all_of(f.values.begin(), f.values.end(), is_number);
      if (numbers && chance(30)) test = v + pick(Strings{" =< ", " > "}) + pick(f.values);
      return f.name + "(X, " + v + "), " + test;
    }
    const std::string constant = pick(f.thresholds);
    const base::Number c = *base::Number::parse(constant);
    const base::Number scale = f.kind == RandomFeature::Kind::real ? 100 : 1;
    const bool inside = (!f.low_end || c * scale >= base::Number(f.low)) &&
                        (!f.high_end || c * scale <= base::Number(f.high));
    if (inside && chance(25)) return not_ + f.name + "(X, " + constant + ")";
    const std::string n = variable();
    const std::string fact = f.name + "(X, " + n + ")";
    const std::string tests = conditions(f, n);
    return chance(80) ? fact + ", " + tests : tests + ", " + fact;
  }

  // A literal that tells the planted start from the planted end: true at the one, false at the
  // other. The feature must differ between them.
  std::string telling_literal(std::size_t index, bool true_at_start) {
    const RandomFeature& f = features_[index];
    const int yes = true_at_start ? f.from : f.to, no = true_at_start ? f.to : f.from;
    if (f.kind == RandomFeature::Kind::set && (!f.ordered || chance(50))) {
      const bool positive = chance(65);
      const std::string value = f.values[static_cast<std::size_t>(positive ? yes : no)];
      return (positive ? "" : "not ") + f.name + "(X, " + written(value) + ")";
    }
    if (chance(20)) return f.name + "(X, " + constant(f, yes) + ")";
    if (chance(15)) return "not " + f.name + "(X, " + constant(f, no) + ")";
    const std::string n = variable();
    const std::string fact = f.name + "(X, " + n + "), ";
    const bool up = yes > no;
    if (chance(50)) {  // the constant itself passes
      const int c = up ? between(no + 1, yes) : between(yes, no - 1);
      return fact + n + (up ? pick(Strings{" >= ", " #>= "}) : pick(Strings{" =< ", " #=< "})) +
             constant(f, c);
    }
    const int c = up ? between(no, yes - 1) : between(yes + 1, no);
    return fact + n + (up ? " > " : " < ") + constant(f, c);
  }

  std::vector<std::size_t> differing(const std::vector<std::size_t>& scope) const {
    std::vector<std::size_t> result;
    for (std::size_t f : scope) {
      if (planted_ && features_[f].from != features_[f].to) result.push_back(f);
    }
    return result;
  }

  // A body over features of `scope` and the atoms that a rule of this stratum may use.
  std::string body(const std::vector<std::size_t>& scope, std::size_t stratum,
                   const std::vector<RandomAtom>& atoms, std::size_t most) {
    std::string text;
    const std::size_t count = 1 + below(most);
    for (std::size_t i = 0; i < count; ++i) {
      std::string literal;
      std::vector<const RandomAtom*> usable;
      for (const RandomAtom& a : atoms) {
        if (a.stratum <= stratum) usable.push_back(&a);
      }
      if (!usable.empty() && chance(40)) {
        const RandomAtom& atom = *pick(usable);
        literal = (atom.stratum < stratum && chance(60) ? "not " : "") + atom.text;
      } else {
        literal = feature_literal(pick(scope));
      }
      text += (i ? ", " : "") + literal;
    }
    return text;
  }

  // Auxiliary atoms with their rules; strata from 0 upwards.
  std::vector<RandomAtom> make_atoms(const std::string& prefix, std::size_t count,
                                     const std::vector<std::size_t>& scope,
                                     std::vector<RandomAtom> atoms) {
    for (std::size_t i = 0; i < count; ++i) {
      RandomAtom atom;
      atom.text = prefix + std::to_string(i + 1) + pick(Strings{"(X)", "(X, 'True')", "(X, big)"});
      atom.stratum =
          i == 0 || chance(30) ? (i == 0 ? 0 : atoms.back().stratum) : atoms.back().stratum + 1;
      if (i == 0 && !atoms.empty()) atom.stratum = 1;
      atom.scope = scope;
      atoms.push_back(atom);
    }
    for (std::size_t i = atoms.size() - count; i < atoms.size(); ++i) {
      // The first rule ends every recursion.
      lines_.push_back(atoms[i].text + " :- " + body(scope, 0, {}, 2) + ".");
      while (chance(45)) {
        lines_.push_back(atoms[i].text + " :- " + body(scope, atoms[i].stratum, atoms, 3) + ".");
      }
    }
    return atoms;
  }

  // Auxiliaries that share what they use, level by level: p2 :- p1, q1.  q2 :- p1, not q1. ...
  void make_diamonds(const std::vector<std::size_t>& scope) {
    const auto atom = [](const char* name, std::size_t level) {
      return name + std::to_string(level) + "(X)";
    };
    const std::size_t levels = 2 + below(3);
    for (const char* name : {"p", "q"}) {
      lines_.push_back(atom(name, 0) + " :- " + body(scope, 0, {}, 2) + ".");
    }
    for (std::size_t i = 1; i < levels; ++i) {
      for (const char* name : {"p", "q"}) {
        const std::string not_ = chance(25) ? "not " : "";
        lines_.push_back(atom(name, i) + " :- " + atom("p", i - 1) + ", " + not_ +
                         atom("q", i - 1) + ".");
        if (chance(40)) {
          lines_.push_back(atom(name, i) + " :- " + atom(chance(50) ? "p" : "q", i - 1) + ", " +
                           body(scope, 0, {}, 1) + ".");
        }
      }
    }
    for (const char* name : {"p", "q"}) atoms_.push_back({atom(name, levels - 1), 8, scope});
  }

  void make_causal_rules() {
    std::vector<std::size_t> order;
    for (std::size_t f = 0; f < features_.size(); ++f) order.push_back(f);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    std::vector<std::size_t> earlier{order[0]};
    const int share = pick(std::vector<int>{0, 30, 60, 80, 100});
    for (std::size_t i = 1; i < order.size(); ++i) {
      RandomFeature& f = features_[order[i]];
      if (chance(share)) {
        moved_.push_back(order[i]);
        f.caused = !f.fixed && chance(caused_);
        std::vector<RandomAtom> atoms;
        if (chance(25))
          atoms = make_atoms("c" + std::to_string(i) + "_", 1 + below(2), earlier, {});
        if (scored_ && chance(25))
          atoms.push_back(make_score("merit" + std::to_string(i), earlier));
        if (chance(50)) atoms_.insert(atoms_.end(), atoms.begin(), atoms.end());
        const std::size_t rules = overlapping_ ? 2 + below(3) : 1 + below(3);
        const std::string mode = pick(Strings{"iff", "only_if", "if"});
        const bool mode_first = chance(70);
        if (mode_first) lines_.push_back("#causal " + f.name + " : " + mode + ".");
        for (std::size_t r = 0; r < rules; ++r) {
          if (chance(7)) {
            lines_.push_back("#rule r" + std::to_string(++notes_) + ", status " +
                             pick(Strings{"proposed", "approved", "rejected"}) + ".");
          }
          lines_.push_back(causal_rule(f, earlier, atoms));
        }
        if (!mode_first && mode != "iff") {
          lines_.push_back("#causal " + f.name + " : " + mode + ".");
        }
      } else if (!f.fixed && chance(4)) {
        f.caused = true;
      }
      earlier.push_back(order[i]);
    }
  }

  // A head that is a range, so that ranges of several rules meet, nest or exclude each other.
  std::string overlapping_rule(const RandomFeature& f, const std::vector<std::size_t>& earlier,
                               const std::vector<RandomAtom>& atoms) {
    const bool set = f.kind == RandomFeature::Kind::set;
    const int low = set ? 0 : f.low, high = set ? static_cast<int>(f.values.size()) - 1 : f.high;
    const int a = between(low, high), b = between(low, high);
    const std::string n = variable();
    std::string head;
    if (!chance(30)) head += ", " + n + " >= " + constant(f, std::min(a, b));
    if (head.empty() || chance(60)) head += ", " + n + " =< " + constant(f, std::max(a, b));
    const std::vector<std::size_t> tellers = differing(earlier);
    const std::string text = !tellers.empty() && chance(40)
                                 ? telling_literal(pick(tellers), chance(30))
                                 : body(earlier, 9, atoms, 2);
    return f.name + "(X, " + n + ") :- " + head.substr(2) + ", " + text + ".";
  }

  std::string causal_rule(const RandomFeature& f, const std::vector<std::size_t>& earlier,
                          const std::vector<RandomAtom>& atoms) {
    const std::vector<std::size_t> tellers = differing(earlier);
    if (overlapping_ && f.has_order() && chance(70)) return overlapping_rule(f, earlier, atoms);
    const bool leads = f.from != f.to && !tellers.empty() && chance(70);
    std::string text = leads ? telling_literal(pick(tellers), false) : body(earlier, 9, atoms, 2);
    if (leads && chance(25)) text += ", " + body(earlier, 9, atoms, 1);
    if (leads && f.kind == RandomFeature::Kind::set && chance(80)) {
      return f.name + "(X, " + written(f.values[static_cast<std::size_t>(f.to)]) + ") :- " + text +
             ".";
    }
    if (leads && f.kind != RandomFeature::Kind::set) {
      const std::string n = variable();
      const int slack = f.kind == RandomFeature::Kind::real ? 10 : between(0, 1);
      const bool up = f.to > f.from;
      std::string head = n + (up ? " >= " : " =< ") + number(f, up ? f.to - slack : f.to + slack);
      if (chance(30)) head += ", " + n + (up ? " =< " : " >= ") + number(f, f.to);
      return f.name + "(X, " + n + ") :- " + head + ", " + text + ".";
    }
    if (f.kind == RandomFeature::Kind::set && chance(75)) {
      return f.name + "(X, " + written(pick(f.values)) + ") :- " + text + ".";
    }
    const std::string n = variable();
    std::string tests;
    if (f.kind == RandomFeature::Kind::set) {
      tests = f.ordered && chance(60) ? comparison(n, written(pick(f.values)))
                                      : n + " \\= " + written(pick(f.values));
    } else if (chance(20) && f.kind == RandomFeature::Kind::integer) {
      return f.name + "(X, " + std::to_string(between(f.low, f.high)) + ") :- " + text + ".";
    } else if (!chance(7)) {
      tests = conditions(f, n);
    }
    if (tests.empty()) return f.name + "(X, " + n + ") :- " + text + ".";
    const bool first = chance(70);
    return f.name + "(X, " + n + ") :- " + (first ? tests + ", " + text : text + ", " + tests) +
           ".";
  }

  std::string points_text(int least, int most) {
    const int n = between(least, most);
    return chance(10) ? hundredths(n * 25) : std::to_string(n);
  }

  // A table of points for a feature: every value, or the numbers between some cuts.
  std::string points_table(const std::string& score, std::size_t index) {
    const RandomFeature& f = features_[index];
    std::string text = "#points " + score + ".\n";
    if (f.kind == RandomFeature::Kind::set) {
      for (const std::string& value : f.values) {
        text += f.name + ", \"['" + value + "']\", " + points_text(-3, 6) + "\n";
      }
    } else {
      std::vector<base::Number> cuts;
      for (const std::string& cut : f.thresholds) cuts.push_back(*base::Number::parse(cut));
      std::sort(cuts.begin(), cuts.end());
      cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
      std::string low = "(-inf";
      for (const base::Number& cut : cuts) {
        const bool open = chance(50);
        text += f.name + ", \"" + low + ", " + cut.text() + (open ? ")" : "]") + "\", " +
                points_text(-3, 6) + "\n";
        low = (open ? "[" : "(") + cut.text();
      }
      text += f.name + ", \"" + low + ", inf)\", " + points_text(-3, 6) + "\n";
    }
    if (chance(60)) text += f.name + ", Missing, " + points_text(-3, 3) + "\n";
    return text + "#end.";
  }

  // A score over the features of `scope`, and an atom that asks for enough of it.
  RandomAtom make_score(const std::string& name, const std::vector<std::size_t>& scope) {
    const int base = between(-5, 5);
    lines_.push_back("#score " + name + (chance(80) ? " : base " + std::to_string(base) : "") +
                     ".");
    const int from = lines_.back().find("base") == std::string::npos ? 0 : base;
    int sum = from;
    const std::vector<std::size_t> tellers = differing(scope);
    for (const std::size_t f : tellers) {
      if (!chance(80)) continue;
      const int points = between(1, 8);
      std::string text = telling_literal(f, false);
      if (chance(20)) text += ", " + body(scope, 0, {}, 1);
      lines_.push_back(name + "(X, " + std::to_string(points) + ") :- " + text + ".");
      sum += points;
    }
    std::vector<RandomAtom> helpers;
    if (chance(25)) {
      helpers.push_back({name + "_part(X)", 0, scope});
      for (int i = between(1, 2); i > 0; --i) {
        lines_.push_back(helpers.back().text + " :- " + body(scope, 0, {}, 2) + ".");
      }
    }
    const int rules = between(tellers.empty() ? 2 : 0, 4);
    for (int r = 0; r < rules; ++r) {
      lines_.push_back(name + "(X, " + points_text(-6, 6) + ") :- " + body(scope, 1, helpers, 3) +
                       ".");
    }
    if (chance(40)) tables_.push_back(points_table(name, pick(scope)));
    const int enough = sum > from ? between(from + 1, sum) : from + between(-4, 6);
    const std::string s = variable();
    const std::string atom = name + "_enough(X)";
    if (chance(92)) {
      lines_.push_back(atom + " :- " + name + "(X, " + s + "), " + s +
                       pick(Strings{" >= ", " > ", " #>= "}) + std::to_string(enough) + ".");
    } else {
      lines_.push_back(atom + " :- " + name + "(X, " + s + "), " +
                       comparison(s, std::to_string(enough)) + ".");
    }
    return {atom, 2, scope};
  }

  // reject(X) :- risk(X, S), S < 600.
  std::string short_of(const std::string& name, const RandomAtom& enough) {
    if (chance(50)) return "not " + enough.text;
    const std::string s = variable();
    return name + "(X, " + s + "), " + s + pick(Strings{" < ", " =< ", " < "}) +
           std::to_string(between(-2, 9));
  }

  void make_decision() {
    std::vector<std::size_t> all;
    for (std::size_t f = 0; f < features_.size(); ++f) all.push_back(f);
    std::string shortage;
    if (scored_) {
      const RandomAtom enough = make_score("risk", all);
      shortage = short_of("risk", enough);
      if (chance(30)) atoms_.push_back(enough);
    }
    if (chance(60)) atoms_ = make_atoms("ab", 1 + below(3), all, atoms_);
    if (chance(10)) make_diamonds(all);
    if (!many_.empty()) {
      lines_.insert(lines_.end(), many_.begin(), many_.end());
      atoms_.push_back({"odd(X)", 0, all});
    }
    std::vector<RandomAtom> atoms = atoms_;
    const bool classes = chance(30);
    const Strings heads = classes ? Strings{"label(X, bad)", "label(X, 'good')", "label(X, fair)"}
                                  : Strings{pick(Strings{"reject(X)", "deny(X, 'True')"})};
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const std::size_t rules = h > 0 ? 1 + below(2) : planted_ ? 2 + below(4) : 1 + below(3);
      for (std::size_t r = 0; r < rules; ++r) {
        const std::size_t literals = h == 0 ? (rules > 2 ? 2 : 3) : 2;
        // Features that only causes move make the longer paths.
        const std::vector<std::size_t>& scope = !moved_.empty() && chance(35) ? moved_ : all;
        const std::vector<std::size_t> tellers = differing(scope);
        if (!tellers.empty() && chance(h == 0 ? 92 : 60)) {
          std::string text = telling_literal(pick(tellers), h == 0);
          if (chance(35)) text += ", " + body(all, 9, atoms, 1);
          lines_.push_back(heads[h] + " :- " + text + ".");
        } else {
          lines_.push_back(heads[h] + " :- " + body(scope, 9, atoms, literals) + ".");
        }
      }
      goals_.push_back(heads[h]);
      // A class may be what no class before it is.
      if (h == 0 && classes && chance(40)) atoms.push_back({heads[h], 8, all});
    }
    if (!shortage.empty()) {
      std::string text = shortage;
      if (chance(20)) text += ", " + body(all, 0, {}, 1);
      const std::string rule = heads[0] + " :- " + text + ".";
      // Alone, or with knock-out rules beside it.
      if (chance(45)) {
        std::erase_if(lines_, [&](const std::string& line) { return line.starts_with(heads[0]); });
      }
      lines_.push_back(rule);
    }
    lines_.push_back("#undesired " + heads[0] + ".");
    if (classes && chance(60)) lines_.push_back("#desired " + heads[1 + below(2)] + ".");
  }

  void make_denials() {
    std::vector<std::size_t> all;
    for (std::size_t f = 0; f < features_.size(); ++f) all.push_back(f);
    if (!chance(35)) return;
    const std::size_t count = 1 + below(2);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string first = feature_literal(pick(all));
      const std::string rest = chance(70) ? body(all, 0, {}, 2) : body(all, 9, atoms_, 2);
      lines_.push_back(":- " + first + ", " + rest + ".");
    }
  }

  Strings planted_record() {
    Strings fields;
    for (const RandomFeature& f : features_) {
      const bool set = f.kind == RandomFeature::Kind::set;
      if (!f.never_missing && chance(missing_)) continue;
      fields.push_back(f.name + "=" +
                       (set ? f.values[static_cast<std::size_t>(f.from)] : number(f, f.from)));
    }
    return fields;
  }

  Strings record() {
    Strings fields;
    for (const RandomFeature& f : features_) {
      if (!f.never_missing && chance(missing_)) {
        if (chance(50)) fields.push_back(f.name + "=?");
        continue;
      }
      const bool outside = f.observed && chance(35);
      std::string value;
      if (f.kind == RandomFeature::Kind::set) {
        value = outside ? "other" : pick(f.values);
      } else {
        int n = between(f.low, f.high);
        if (outside) n = chance(50) ? f.low - 2 : f.high + 1;
        value = number(f, n);
        if (!outside && f.kind == RandomFeature::Kind::real && chance(25))
          value = pick_inside(f, value);
      }
      fields.push_back(f.name + "=" + value);
    }
    return fields;
  }

  // A threshold as the start, where it lies inside the domain.
  std::string pick_inside(const RandomFeature& f, const std::string& otherwise) {
    const std::string text = pick(f.thresholds);
    const base::Number n = *base::Number::parse(text) * base::Number(100);
    return n >= base::Number(f.low) && n <= base::Number(f.high) ? text : otherwise;
  }

  Strings options() {
    Strings result;
    if (chance(missing_ > 0 ? 50 : 0)) result.push_back("--set-missing");
    if (chance(45)) return result;
    std::vector<char> named(features_.size(), 0);
    const auto fresh = [&]() -> std::size_t {
      const std::size_t f = below(features_.size());
      const bool free = !named[f];
      named[f] = 1;
      return free ? f : features_.size();
    };
    for (const int percent : {20, 8}) {
      if (!chance(percent)) continue;
      if (const std::size_t f = fresh(); f < features_.size()) {
        result.push_back("--fix " + features_[f].name);
      }
    }
    for (const int percent : {20, 8}) {
      if (!chance(percent)) continue;
      if (const std::size_t f = fresh(); f < features_.size()) {
        result.push_back("--allow " + features_[f].name);
      }
    }
    if (chance(10)) {
      std::string only;
      for (std::size_t f = 0; f < features_.size(); ++f) {
        const bool fixed =
            std::find(result.begin(), result.end(), "--fix " + features_[f].name) != result.end();
        if (!fixed && !features_[f].fixed && !features_[f].caused && chance(60)) {
          only += (only.empty() ? "" : ",") + features_[f].name;
        }
      }
      if (!only.empty()) result.push_back("--only " + only);
    }
    for (const RandomFeature& f : features_) {
      if (f.kind != RandomFeature::Kind::set && chance(12)) result.push_back(range(f));
      if (chance(8)) result.push_back("--cost " + f.name + "=" + price(f));
    }
    if (chance(certain_)) result.push_back("--certain");
    if (chance(12)) result.push_back("--max-length " + std::to_string(1 + below(3)));
    if (goals_.size() > 1 && chance(25)) result.push_back("--desired " + goals_[1 + below(2)]);
    if (chance(25)) {
      result.push_back("--top " + std::to_string(2 + below(3)));
    } else if (chance(25)) {
      result.push_back("--all");
    }
    return result;
  }

  std::string range(const RandomFeature& f) {
    const int a = between(f.low, f.high), b = between(f.low, f.high);
    const std::string low = chance(20) ? "-inf" : number(f, std::min(a, b));
    const std::string high = chance(20) ? "inf" : number(f, std::max(a, b));
    return "--range " + f.name + "=" + low + ".." + high;
  }

  std::mt19937_64 random_;
  std::vector<RandomFeature> features_;
  // Percent, chosen for each model.
  int missing_ = 0, fixed_ = 0, caused_ = 0, certain_ = 0, priced_ = 0;
  bool overlapping_ = false;  // head sets are ranges
  bool planted_ = false;      // rules are made so that a longer path is likely
  bool scored_ = false;       // with scores
  Strings lines_, goals_, many_, tables_;
  std::vector<std::size_t> moved_;  // features with causal rules
  std::vector<RandomAtom> atoms_;   // that decision rules and denials may use
  int variables_ = 0, notes_ = 0;
};

}  // namespace

RandomQuestion random_question(std::uint64_t seed) { return Generator(seed).make(); }

Case random_case(std::uint64_t seed) {
  const RandomQuestion random = random_question(seed);
  Case result{random.model, random.records.back(), random.options, ""};
  // Records that break rules and records that break none, and whatever comes first.
  enum class Wish { any, whole, broken };
  const Wish wish = seed % 4 == 0 ? Wish::any : seed % 4 == 1 ? Wish::broken : Wish::whole;
  std::optional<Case> undesired;
  for (const std::vector<std::string>& record : random.records) {
    Case tried = result;
    tried.record = record;
    const Question q = question(tried);
    const Meaning meaning(q.model);
    const Facts facts = meaning.facts(q.record);
    if (!facts.atoms[q.model.undesired.index()]) continue;
    if (!undesired) undesired = tried;
    bool consistent = true;
    for (std::size_t f = 0; f < q.record.size(); ++f) {
      consistent = consistent && meaning.causes_hold(f, q.record[f], facts, false);
    }
    for (std::size_t d = 0; d < meaning.denials().size(); ++d) {
      consistent = consistent && !meaning.denial_broken(d, facts);
    }
    if (wish == Wish::any || consistent == (wish == Wish::whole)) return tried;
  }
  return undesired.value_or(result);
}

}  // namespace cogs::oracle
