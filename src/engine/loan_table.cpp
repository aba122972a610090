// SPDX-License-Identifier: Apache-2.0
#include "engine/loan_table.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace cogs::engine {

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  int below(int count) {
    return static_cast<int>(random_.below(static_cast<std::uint32_t>(count)));
  }
  int between(int low, int high) { return low + below(high - low + 1); }
  // Multiples of 100.
  int amount(int low, int high) { return 100 * between(low / 100, high / 100); }
  bool chance(int in_a_million) { return below(1000000) < in_a_million; }
  bool percent(int percent) { return below(100) < percent; }

 private:
  base::Random random_;
};

enum Job { student, employed, self_employed, unemployed, retired };
const char* const job_names[] = {"student", "employed", "self_employed", "unemployed", "retired"};
const char* const branch_names[] = {"north", "east", "south", "west"};

Job job_before_retirement(int age, Dice& dice) {
  const int draw = dice.below(100);
  const int students = age <= 25 ? 25 : 3;
  if (draw < students) return student;
  if (draw < students + 14) return self_employed;
  if (draw < students + 14 + 12) return unemployed;
  return employed;
}

int income_of(Job job, Dice& dice) {
  switch (job) {
    case student: return dice.amount(0, 18000);
    case employed: return dice.amount(18000, 95000);
    case self_employed: return dice.amount(8000, 120000);
    case unemployed: return dice.amount(0, 18000);
    case retired: break;
  }
  return dice.amount(9000, 45000);
}

// With a debt, good scores are less likely than others, but there are some.
int score_with_debt(Dice& dice) {
  return dice.percent(35) ? dice.between(600, 850) : dice.between(300, 599);
}

// Every effect is drawn in both ways, whatever the noise is, so all other cells stay the same. What
// ignores its causes is drawn as if the table had that one column.
void add_row(std::string& out, Dice& dice, int noise) {
  // One draw a statement: the order of draws must not be left to the compiler.
  const int age = dice.between(18, 80);
  const Job any_job = dice.percent(22) ? retired : job_before_retirement(40, dice);
  const Job early_job = job_before_retirement(age, dice);
  const bool free_job = dice.chance(noise);
  const Job job = free_job ? any_job : age > 66 ? retired : early_job;

  const Job other_job = dice.percent(22) ? retired : job_before_retirement(40, dice);
  const int any_income = income_of(other_job, dice);
  const int usual_income = income_of(job, dice);
  const bool free_income = dice.chance(noise);
  const int income = free_income ? any_income : usual_income;

  const int some_debt = dice.amount(500, 60000);
  const int debt = dice.percent(40) ? 0 : some_debt;

  const int good_score = dice.between(600, 850);
  const int bad_score = dice.between(300, 599);
  const int any_score = dice.percent(61) ? good_score : bad_score;
  const int score_despite_debt = score_with_debt(dice);
  const bool free_score = dice.chance(noise);
  const int score = free_score ? any_score : debt == 0 ? good_score : score_despite_debt;

  const int high_balance = dice.amount(60000, 250000);
  const int low_balance = dice.amount(0, 59900);
  const int any_balance = dice.percent(31) ? high_balance : low_balance;
  const bool saves = job == employed && income >= 50000;
  const bool free_balance = dice.chance(noise);
  const int balance = free_balance ? any_balance : saves ? high_balance : low_balance;

  const bool careful = dice.percent(50);
  const bool savings_plan = dice.percent(82) == careful;
  const bool insurance = dice.percent(82) == careful;
  const int branch = dice.below(4);

  const bool any_decision = dice.percent(81);
  const bool free_decision = dice.chance(noise);
  const bool reject = free_decision ? any_decision : balance < 60000 || score < 600;

  const auto cell = [&](const std::string& text, bool can_be_lost) {
    const bool lost = dice.percent(1);
    if (!(can_be_lost && lost)) out += text;
    out += ',';
  };
  cell(std::to_string(age), false);
  cell(job_names[job], true);
  cell(std::to_string(income), true);
  cell(std::to_string(debt), false);
  cell(std::to_string(score), false);
  cell(std::to_string(balance), false);
  cell(savings_plan ? "yes" : "no", true);
  cell(insurance ? "yes" : "no", false);
  cell(branch_names[branch], true);
  out += reject ? "reject\n" : "approve\n";
}

}  // namespace

std::string loan_csv(std::size_t rows, std::uint64_t seed, double noise) {
  const int in_a_million = static_cast<int>(std::lround(std::clamp(noise, 0.0, 1.0) * 1000000));
  Dice dice(seed);
  std::string out =
      "age,job,income,debt,credit_score,bank_balance,savings_plan,insurance,branch,decision\n";
  out.reserve(out.size() + rows * 64);
  for (std::size_t row = 0; row < rows; ++row) add_row(out, dice, in_a_million);
  return out;
}

const std::vector<PlantedCause>& planted_causes() {
  using model::CausalMode;
  static const std::vector<PlantedCause> causes = {
      {"job", {"age"}, CausalMode::iff},
      {"income", {"job"}, CausalMode::only_if},
      {"credit_score", {"debt"}, CausalMode::if_},
      {"bank_balance", {"job", "income"}, CausalMode::iff}};
  return causes;
}

}  // namespace cogs::engine
