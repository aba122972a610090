// SPDX-License-Identifier: Apache-2.0
//
// What scorecards, additive models and tree ensembles have in common: a sum of small decision trees
// over columns, and the arithmetic in which the library that runs the model does the sum. This
// header is the overview of src/score.
//
//   ensemble.h     the model itself, and whether it is sound
//   evaluate.h     its raw scores for a row, as the deployed library computes them, bit for bit;
//   exact ones cut.h          where exactly a test on rounded numbers divides the real numbers
//   error_bound.h  how far a deployed sum can be from the exact one, over all rows
//   read.h         a file of any format -> Ensemble; it lists the readers
//
// A line of a scorecard is a leaf, a characteristic a tree; a pair of an EBM is a tree over two
// columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/number.h"

namespace cogs::score {

// What a row has for a tree to look at. `number`: a number or missing. `category`: one of
// `categories`, something else (unknown) or missing; tests name categories by index.
struct Column {
  enum class Kind { number, category };

  std::string name;
  Kind kind = Kind::number;
  bool float32 = false;                 // numbers are rounded to float32 before they are tested
  std::vector<std::string> categories;  // the text of each code
  // The file knows categories as integers alone: `categories` are their digits, and a number is of
  // the category that it has without its fraction.
  bool numeric_categories = false;
  bool whole = false;                 // the file says that the values are whole numbers
  std::optional<double> least, most;  // the range that the file says was seen in training

  friend bool operator==(const Column&, const Column&) = default;
};

enum class Test : std::uint8_t {
  leaf,
  less,        // x < threshold
  less_equal,  // x <= threshold
  greater,     // x > threshold
  in_set,      // the category is one of a set
};

// Children have larger indices than their parent; the root is node 0.
struct Node {
  Test test = Test::leaf;
  bool missing_yes = false;      // which child missing values go to
  bool unknown_yes = false;      // which child categories go to that the column does not list
  bool zero_is_missing = false;  // |x| <= near_zero goes where missing goes (LightGBM)
  std::uint32_t column = 0;
  std::uint32_t yes = 0, no = 0;
  std::uint32_t set = 0;   // in_set: an index into Ensemble::sets
  double threshold = 0.0;  // exact; a float32 where the column is rounded to float32
  // A leaf: what it adds, as the deployed library adds it, that is with the weight of its tree
  // multiplied in and rounded. Where the sum is exact, `points` is an index into Ensemble::points.
  double value = 0.0;
  std::uint32_t points = 0;
  std::uint32_t line = 0;                         // of the source, for citing; 0: none
  static constexpr std::uint32_t no_label = ~0U;  //
  std::uint32_t label = no_label;                 // a reason code: an index into Ensemble::labels

  friend bool operator==(const Node&, const Node&) = default;
};

// LightGBM's kZeroThreshold, a float32.
constexpr double near_zero = 1e-35f;

struct Tree {
  std::vector<Node> nodes;   // never empty
  std::uint32_t output = 0;  // the output that it adds to
  std::string name;          // of a scorecard's characteristic or an EBM's term; else empty
  std::optional<base::Number> baseline;  // PMML's baselineScore: points that nobody has to explain

  friend bool operator==(const Tree&, const Tree&) = default;
};

// coefficient * x, for logistic regression without bins. A missing x makes the score missing unless
// there is a number to put in its place.
struct LinearTerm {
  std::uint32_t column = 0;
  std::uint32_t output = 0;
  double coefficient = 0.0;
  std::optional<double> if_missing;

  friend bool operator==(const LinearTerm&, const LinearTerm&) = default;
};

enum class Sum : std::uint8_t {
  exact,    // decimal points, no rounding anywhere
  float32,  // every addition is rounded to float32
  float64,  // every addition is rounded to double
};

enum class Link : std::uint8_t {
  identity,     // the raw score is the prediction
  probability,  // the raw score is a probability already (forests)
  logistic,     // 1 / (1 + exp(-factor * raw)); of each output by itself if there are several
  softmax,      // of all outputs
  exponential,  // exp(raw)
  sign,         // the first class below 0, the second from 0 on
};

// One raw score. deployed = (scale * (base + contributions, in order of trees) + bias) / divisor,
// each step rounded; where scale is 1, bias 0, divisor 1, the steps do not happen.
struct Output {
  std::string name;  // of the class, where each class has an output; may be empty
  double base = 0.0;
  double bias = 0.0;
  base::Number exact_base;  // where the sum is exact, in place of `base`

  friend bool operator==(const Output&, const Output&) = default;
};

struct Ensemble {
  std::vector<Column> columns;
  std::vector<Tree> trees;
  std::vector<LinearTerm> linear;
  std::vector<Output> outputs;                   // at least one
  std::vector<std::vector<std::uint32_t>> sets;  // of codes, sorted, each once
  std::vector<base::Number> points;
  std::vector<std::string> labels;
  std::vector<std::string> classes;  // of the decision: two with one output, else one an output

  Sum sum = Sum::exact;
  bool in_order =
      true;  // the library adds in the order of trees; else the last bits are its own affair
  bool weighted =
      false;  // leaf values were multiplied by weights when they were added (error_bound)
  double scale = 1.0;
  double divisor = 1.0;
  Link link = Link::identity;
  double factor = 1.0;

  std::string format;   // "xgboost", as in `#import`
  std::string version;  // of the library that wrote the file, as far as it says
  std::string sha256;   // of the file's bytes

  // What a person should know who imports the file ("trees up to best_iteration 57 of 80 are
  // used").
  std::vector<std::string> notes;
};

// The first thing that is not as the comments above say; "" if there is none.
std::string unsound(const Ensemble& ensemble);

}  // namespace cogs::score
