// SPDX-License-Identifier: Apache-2.0
//
// Models with several classes against enumeration: random small trees with a sum for each class,
// whose leaves are few whole numbers, so that ties are common. Which class is chosen, whether there
// is a way to another one, and the fewest changes of one are found by trying all states.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>

#include "base/budget.h"
#include "base/sha256.h"
#include "explain/score_limit.h"
#include "model/read/read_model.h"
#include "model/record.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::oracle {
namespace {

struct Tree {
  struct Node {
    int column = -1, below = 0, yes = 0, no = 0, value = 0;  // column < 0: a leaf
    bool missing_yes = false;
  };
  int output = 0;
  std::vector<Node> nodes;
};

struct Classes {
  int classes = 3, columns = 3, values = 4;
  std::vector<Tree> trees;
  std::vector<int> base;

  explicit Classes(std::mt19937_64& random) {
    const auto to = [&](int most) {
      return static_cast<int>(random() % static_cast<unsigned>(most + 1));
    };
    classes = 2 + to(2);
    columns = 2 + to(2);
    for (int c = 0; c < classes; ++c) base.push_back(to(2) - 1);
    const int count = 3 + to(5);
    for (int t = 0; t < count; ++t) {
      Tree tree;
      tree.output = to(classes - 1);
      grow(tree, 1 + to(1), to);
      trees.push_back(std::move(tree));
    }
  }

  void grow(Tree& tree, int depth, const auto& to) {
    const std::size_t at = tree.nodes.size();
    tree.nodes.emplace_back();
    if (depth == 0) {
      tree.nodes[at].value = to(6) - 3;
      return;
    }
    tree.nodes[at].column = to(columns - 1);
    tree.nodes[at].below = 1 + to(values - 2);
    tree.nodes[at].missing_yes = to(1) == 1;
    tree.nodes[at].yes = static_cast<int>(tree.nodes.size());
    grow(tree, depth - 1, to);
    tree.nodes[at].no = static_cast<int>(tree.nodes.size());
    grow(tree, depth - 1, to);
  }

  // -1: missing.
  int chosen(const std::vector<int>& state) const {
    std::vector<int> sums = base;
    for (const Tree& tree : trees) {
      std::size_t at = 0;
      while (tree.nodes[at].column >= 0) {
        const Tree::Node& node = tree.nodes[at];
        const int x = state[static_cast<std::size_t>(node.column)];
        const bool yes = x < 0 ? node.missing_yes : x < node.below;
        at = static_cast<std::size_t>(yes ? node.yes : node.no);
      }
      sums[static_cast<std::size_t>(tree.output)] += tree.nodes[at].value;
    }
    return static_cast<int>(std::max_element(sums.begin(), sums.end()) - sums.begin());
  }

  std::string json() const {
    std::string columns_text, outputs, names, trees_text;
    for (int c = 0; c < columns; ++c) {
      columns_text += (c ? "," : "") + std::string("{\"name\":\"f") + std::to_string(c) + "\"}";
    }
    for (int c = 0; c < classes; ++c) {
      const std::string name = "\"c" + std::to_string(c) + "\"";
      names += (c ? "," : "") + name;
      outputs += (c ? "," : "") + std::string("{\"name\":") + name +
                 ",\"base\":" + std::to_string(base[static_cast<std::size_t>(c)]) + "}";
    }
    for (const Tree& tree : trees) {
      std::string test, column, value, yes, no, missing;
      for (const Tree::Node& node : tree.nodes) {
        const std::string comma = test.empty() ? "" : ",";
        const bool leaf = node.column < 0;
        test += comma + (leaf ? "0" : "1");
        column += comma + std::to_string(std::max(0, node.column));
        value += comma + std::to_string(leaf ? node.value : node.below);
        yes += comma + std::to_string(node.yes);
        no += comma + std::to_string(node.no);
        missing += comma + (node.missing_yes ? "1" : "0");
      }
      trees_text += (trees_text.empty() ? "" : ",") + std::string("{\"output\":") +
                    std::to_string(tree.output) + ",\"test\":[" + test + "],\"column\":[" + column +
                    "],\"value\":[" + value + "],\"yes\":[" + yes + "],\"no\":[" + no +
                    "],\"missing\":[" + missing + "]}";
    }
    return "{\"format\":\"cogs-score\",\"version\":1,\"sum\":\"exact\",\"link\":\"softmax\","
           "\"columns\":[" +
           columns_text + "],\"classes\":[" + names + "],\"outputs\":[" + outputs +
           "],\"trees\":[" + trees_text + "]}";
  }
};

std::uint64_t count_of_models() {
  const char* text = std::getenv("COGS_ORACLE_MODELS");
  return text ? std::strtoull(text, nullptr, 10) : 300;
}

TEST(ClassesAgainstOracle, TheChosenClassAndTheFewestChangesToAnotherAreRight) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("cogs_classes_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const char* start = std::getenv("COGS_SEED");
  const std::uint64_t first = start ? std::strtoull(start, nullptr, 10) : 1;
  std::size_t found = 0, none = 0;
  for (std::uint64_t seed = first; seed < first + count_of_models(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const Classes classes(random);
    const std::string json = classes.json();
    std::ofstream(folder / "m.json") << json;
    const int unwanted = static_cast<int>(random() % static_cast<unsigned>(classes.classes));
    const bool to_one = random() % 3 == 0;  // to a certain class
    const int wanted = (unwanted + 1) % classes.classes;
    std::string text;
    std::vector<bool> fixed;
    for (int c = 0; c < classes.columns; ++c) {
      fixed.push_back(random() % 4 == 0);
      text += "#feature f" + std::to_string(c) + " : integer 0.." +
              std::to_string(classes.values - 1) + (fixed.back() ? ", fixed.\n" : ".\n");
    }
    text += "#import risk from 'm.json', format score, sha256 '" + base::sha256(json) + "'.\n";
    text += "#undesired chosen(X, risk, c" + std::to_string(unwanted) + ").\n";
    if (to_one) text += "#desired chosen(X, risk, 'c" + std::to_string(wanted) + "').\n";
    const model::Model model = model::read_model(text, (folder / "m.cogs").string());

    std::vector<int> person;
    std::vector<model::Field> fields;
    for (int c = 0; c < classes.columns; ++c) {
      person.push_back(static_cast<int>(random() % static_cast<unsigned>(classes.values + 1)) - 1);
      if (person.back() >= 0) {
        fields.push_back({"f" + std::to_string(c), std::to_string(person.back())});
      }
    }
    const model::Record record = model::read_record(model, fields, "person");

    std::optional<std::size_t> best;
    std::vector<int> state(person.size());
    const auto look = [&](const auto& self, std::size_t f, std::size_t changes) -> void {
      if (f == person.size()) {
        const int now = classes.chosen(state);
        if ((to_one ? now == wanted : now != unwanted) && (!best || changes < *best))
          best = changes;
        return;
      }
      for (int x = -1; x < classes.values; ++x) {
        // What is fixed or missing stays so.
        if (x != person[f] && (x < 0 || fixed[f] || person[f] < 0)) continue;
        state[f] = x;
        self(self, f + 1, changes + (x != person[f] ? 1U : 0U));
      }
    };
    look(look, 0, 0);

    base::Budget budget;
    const path::Result result = path::search(model, record, {}, budget);
    EXPECT_EQ(result.undesired, classes.chosen(person) == unwanted);
    if (!best) {
      ++none;
      EXPECT_EQ(result.status, path::Status::none);
      // What is said to be out of reach is.
      for (const explain::ScoreLimit& limit :
           explain::score_limits(model, record, {}, result.deciding_rules)) {
        EXPECT_TRUE(limit.upwards ? limit.best < limit.needed : limit.best >= limit.needed);
      }
    } else if (*best == 0) {
      EXPECT_EQ(result.status, path::Status::already);
    } else {
      ++found;
      ASSERT_EQ(result.status, path::Status::found);
      EXPECT_EQ(result.paths[0].cost, base::Number(static_cast<std::int64_t>(*best)));
      EXPECT_EQ(path::verify(model, record, {}, result.paths[0]), std::vector<std::string>{});
    }
  }
  std::filesystem::remove_all(folder);
  EXPECT_GT(found, 0U);
  EXPECT_GT(none, 0U);
}

}  // namespace
}  // namespace cogs::oracle
