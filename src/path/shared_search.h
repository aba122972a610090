// SPDX-License-Identifier: Apache-2.0
//
// Answers for many people: one search serves all whose values lie in the same cells.
//
// Where a value lies in its cell matters in two ways: whether the cell goes on below and above it
// (part of its Place), and how far it is from other values (state/distance.h). Which of the listed
// values of a cell it is matters only where an answer comes back to it; from then on people share
// answers only if they have the same value of that feature. So each
// combination of places has a tree: the comparisons of distances that its searches made, and at
// the ends the answers. Whoever finds his comparisons in the tree has his answer; whoever does not
// is searched for, and the tree grows by his comparisons. The answers are those that a search of
// his own would give.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "path/search.h"
#include "path/verify.h"

namespace cogs::path {

// Where a value lies among the cells of its feature, or which of the listed values it is; values
// with the same place are alike to all rules.
using Place = std::uint32_t;
constexpr Place no_place = UINT32_MAX;  // a value that a set domain does not list

// What an answer may ask about a person; where places suffice, nothing is asked.
class Person {
 public:
  virtual ~Person() = default;
  virtual double near(std::uint32_t feature) const = 0;    // a number, to a relative 1e-15
  virtual Number number(std::uint32_t feature) const = 0;  // exactly
  virtual Record record() const = 0;
};

// Somebody whose values are at hand.
class RecordPerson : public Person {
 public:
  explicit RecordPerson(const Record& record) : record_(record) {}
  double near(std::uint32_t feature) const override { return number(feature).approximate(); }
  Number number(std::uint32_t feature) const override { return *record_[feature]->number; }
  Record record() const override { return record_; }

 private:
  const Record& record_;
};

// The answer as it is for one of the people whom it serves. `from` values, states and the start
// itself are those of that person where nothing has changed yet.
struct SharedAnswer {
  Result result;
  Record example;
  // What the costs in the result are for everybody, where they depend on the person: of each path,
  // followed by those of its direct actions. Empty: they are the same for all.
  std::vector<state::LinearForm> amounts;
  // Whoever uses answers may keep here what he has made of one.
  mutable std::shared_ptr<const void> made_of_it;
};

// The same answer for another one of these people: with his values where nothing has changed yet.
// `amount`: what the costs are for him, by the order of SharedAnswer::amounts.
Result answer_for(const SharedAnswer& answer, const Record& start,
                  const std::function<Number(std::size_t)>& amount);

class SharedSearch {
 public:
  // Keeps a reference to the model. `a_person`: what one search may use. Not for several threads.
  SharedSearch(const model::Model& model, const Options& options, const base::Limits& a_person = {},
               std::size_t most_bytes = std::size_t{24} << 20);

  // The features that answers depend on, ascending.
  const std::vector<std::uint32_t>& features() const { return features_; }
  const std::vector<model::Cell>& cells(std::uint32_t feature) const {
    return search_.compiled().features[feature].cells;
  }
  Place place(std::uint32_t feature, const std::optional<Value>& value) const;

  // `places`: one for each of features(). The answer is good until the next call.
  const SharedAnswer& find(std::span<const Place> places, const Person& person);

  // A form of SharedAnswer::amounts for this person.
  Number amount(const state::LinearForm& form, const Person& person) const;
  Result answer_for(const SharedAnswer& answer, const Record& start) const;

  const Options& options() const { return options_; }
  std::uint64_t searches() const { return searches_; }
  std::uint64_t personal() const { return personal_; }  // searches that serve one person only

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Comparison {
    Comparison() = default;
    explicit Comparison(const state::LinearForm& difference);

    state::LinearForm form;
    double near_constant = 0;
    std::vector<std::pair<std::uint32_t, double>> near_terms;
  };
  // model::position in floating-point numbers.
  struct NearScale {
    struct Piece {
      double x, y, slope;
    };
    explicit NearScale(const model::Amount& amount);
    const Piece& piece(double x) const;
    double position(double x) const {
      const Piece& p = piece(x);
      return p.y + (x - p.x) * p.slope;
    }
    // How large the numbers are that a position is the difference of.
    double steepness(double x) const {
      const Piece& p = piece(x);
      return std::fabs(p.y) + (std::fabs(x) + std::fabs(p.x)) * p.slope;
    }
    std::vector<Piece> pieces;
  };
  // Of a tree: a comparison with its three outcomes, or an answer.
  struct Node {
    Comparison comparison;
    std::uint32_t branch[3] = {none, none, none};  // less, equal, greater
    std::uint32_t answer = none;
  };
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t root = none;  // none: the slot is free
    std::uint32_t places = 0;   // where in places_, in people
  };

  bool worth_sharing() const;
  void coarsen(std::span<const Place> places);
  std::strong_ordering outcome(const Comparison& comparison, const Person& person) const;
  Number aspect(std::uint32_t variable, const Person& person) const;
  void find_amounts(SharedAnswer& answer) const;
  SharedAnswer search(const Person& person, state::Trace& trace);
  const SharedAnswer& keep(std::span<const Place> places, const state::Trace& trace,
                           std::unique_ptr<SharedAnswer> answer);
  std::size_t slot_of(std::span<const Place> places) const;
  void grow();
  void forget();

  const model::Model& model_;
  std::vector<const model::Price*> prices_;            // by feature
  std::vector<std::array<NearScale, 2>> near_scales_;  // up, down
  Options options_;
  base::Limits limits_;
  std::size_t most_bytes_, bytes_ = 0;
  Search search_;
  Verifier verifier_;
  std::vector<std::uint32_t> features_;
  // By feature: values count one by one, because an answer was made of somebody's own value.
  std::vector<bool> by_value_;
  std::vector<Place> coarse_;  // the places that are looked for: of cells where these suffice
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<Place> places_;
  std::vector<Node> nodes_;
  std::vector<std::unique_ptr<SharedAnswer>> answers_;
  std::unique_ptr<SharedAnswer> own_;  // the last one that was a person's alone
  std::uint64_t searches_ = 0, personal_ = 0, shared_ = 0;  // shared: answered without a search
};

}  // namespace cogs::path
