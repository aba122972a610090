// SPDX-License-Identifier: Apache-2.0
//
// What binds in one run: the model's restrictions after the options (semantics.md 4 and 5), and
// the units in which blockers lift them. Part of the oracle.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "oracle/meaning.h"
#include "path/path.h"

namespace cogs::oracle {

struct Restrictions {
  struct OfFeature {
    bool fixed = false;  // by the model
    bool caused = false;
    bool fix_option = false;     // by --fix
    bool left_out = false;       // --only is given and does not name it
    bool causes_lifted = false;  // its causal rules do not bind
    bool domain_lifted = false;
    bool set_missing = false;  // may be set where it is missing
    model::Direction direction = model::Direction::any;
    std::optional<path::RangeOption> range;
    model::Price price;
  };
  std::vector<OfFeature> features;
  std::vector<char> denial_binds;
  std::optional<model::AtomId> desired;
  bool certain = false;
  std::optional<std::uint32_t> max_length;

  static Restrictions of(const model::Model& model, const path::Options& options);

  bool settable(std::size_t f, bool missing) const;
  // May an effect move it, if its causal rules force it?
  bool movable(const Meaning& meaning, std::size_t f) const;
  // May a change give the feature this value?
  bool value_allowed(const model::Model& model, std::size_t f, const Value& value) const;
  bool direction_allowed(const model::Model& model, std::size_t f, const std::optional<Value>& from,
                         const Value& to) const;
};

// One unit that blockers are made of, and what lifting it means.
struct Unit {
  path::Blocker blocker;
  std::function<void(Restrictions&)> lift;
};

// In file order, options of the run last.
std::vector<Unit> units(const model::Model& model, const Record& start,
                        const path::Options& options);

}  // namespace cogs::oracle
