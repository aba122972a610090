# SPDX-License-Identifier: Apache-2.0
"""cogs evaluate: every measure recomputed here from its definition, on random tables; every kind
of fault caught; what cogs itself answers is free of them.

COGS_SEED chooses other tables.
"""

import csv
import gzip
import io
import json
import math
import os
import random
import statistics
import unittest

from run import EXAMPLES, LOAN, Case

SEED = int(os.environ.get("COGS_SEED", "1"))

MODEL = """\
#feature id     : integer 0..100000, fixed.
#feature age    : integer 18..90, may increase, cost 2.
#feature debt   : integer 0..100, cost 0.5 + 1 per 64.
#feature weight : real 0..200, may decrease, cost up 3, down 0.5.
#feature same   : integer 0..10.
#feature job    : {clerk, none, pilot, 'a, b'}, cost to {pilot: 4, 'a, b': 0.25}.
#feature grade  : {low, high}.
#feature score  : integer 0..9, caused.
#causal score : if.
#causal grade : only_if.
#undesired bad(X).
bad(X) :- debt(X, D), D > 50, not job(X, clerk).
bad(X) :- score(X, S), S < 3.
bad(X) :- weight(X, W), W > 150, grade(X, low).
score(X, S) :- S >= 5, debt(X, D), D =< 10.
grade(X, high) :- age(X, A), A >= 30.
:- job(X, pilot), age(X, A), A < 25.
"""
FEATURES = ["id", "age", "debt", "weight", "same", "job", "grade", "score"]
NUMERIC = {"id": (0, 100000), "age": (18, 90), "debt": (0, 100), "weight": (0, 200),
           "same": (0, 10), "score": (0, 9)}
SETS = {"job": ["clerk", "none", "pilot", "a, b"], "grade": ["low", "high"]}
COSTS = {"age": 2}
ACTIONS = {"fixed", "direction", "domain", "range", "becomes_missing", "stays_missing", "caused",
           "not_named"}


# The model once more, by hand. A state is a dict; a missing value is None.
def bad(s):
    return ((s["debt"] is not None and s["debt"] > 50 and s["job"] != "clerk")
            or (s["score"] is not None and s["score"] < 3)
            or (s["weight"] is not None and s["weight"] > 150 and s["grade"] == "low"))


def in_domain(feature, value):
    if feature in SETS:
        return value in SETS[feature]
    low, high = NUMERIC[feature]
    return low <= value <= high and (feature == "weight" or value == int(value))


def score_fits(s, value):
    caused = s["debt"] is not None and s["debt"] <= 10
    return value is None or not caused or (value >= 5 and in_domain("score", value))


def grade_fits(s, value):
    return value != "high" or (s["age"] is not None and s["age"] >= 30)


def denial_fits(s):
    return not (s["job"] == "pilot" and s["age"] is not None and s["age"] < 25)


RULES = {"score": score_fits, "grade": grade_fits}


def fits(start, state, feature, value):
    """The feature's causal rules, less what the start is an exception to: the rule for the score is
    not owed then, and a grade without support is excused as long as it stays."""
    if RULES[feature](state, value):
        return True
    exception = not RULES[feature](start, start[feature])
    return exception and (feature == "score" or value == start[feature])


def price(feature, old, new):
    """Fractions of powers of two: sums are exact."""
    if new is None:
        return 0
    if feature == "debt":
        return 0.5 + (100 if old is None else abs(new - old)) / 64
    if feature == "weight":
        return 3 if old is None or new > old else 0.5
    if feature == "job":
        return {"pilot": 4, "a, b": 0.25}.get(new, 1)
    return COSTS.get(feature, 1)


def judge(start, state):
    """Changed features, faults, cost."""
    changed, faults, cost, direct = [], [], 0, 0
    for f in FEATURES:
        old, new = start[f], state[f]
        if old == new:
            continue
        changed.append(f)
        if f == "id":
            faults.append(("fixed", f))
        if new is None:
            faults.append(("becomes_missing", f))
        elif not in_domain(f, new):
            faults.append(("domain", f))
        if None not in (old, new) and ((f == "age" and new < old) or (f == "weight" and new > old)):
            faults.append(("direction", f))
        if old is None:
            faults.append(("stays_missing", f))
        if f in RULES and old is not None and not fits(start, state, f, old):
            continue  # an effect
        if f == "score":
            faults.append(("caused", f))
        direct += 1
        cost += price(f, old, new)
    for f in RULES:
        if not fits(start, state, f, state[f]):
            faults.append(("causal_rules", f))
    if not denial_fits(state) and denial_fits(start):
        faults.append(("denial", None))
    return changed, faults, cost, direct


class Measure:
    def __init__(self, data):
        self.data = data
        self.range, self.deviation, self.seen = {}, {}, {}
        self.zero = []
        for f in FEATURES:
            values = [row[f] for row in data if row[f] is not None]
            if f in SETS:
                self.seen[f] = set(values)
                continue
            self.range[f] = (min(values), max(values))
            middle = statistics.median(values)
            self.deviation[f] = statistics.median(abs(v - middle) for v in values)
            if self.deviation[f] == 0:
                self.zero.append(f)
                self.deviation[f] = statistics.fmean(abs(v - middle) for v in values)
        self.good = [row for row in data if not bad(row)]

    def part(self, f, a, b, scale):
        if a == b:
            return 0
        if a is None or b is None or f in SETS or scale(f) == 0:
            return 1
        return abs(a - b) / scale(f)

    def gower(self, a, b):
        return sum(min(1, self.part(f, a[f], b[f], lambda f: self.range[f][1] - self.range[f][0]))
                   for f in FEATURES) / len(FEATURES)

    def l1_mad(self, a, b):
        return sum(self.part(f, a[f], b[f], self.deviation.get) for f in FEATURES)

    def nearest(self, state):
        found = sorted(self.gower(state, row) for row in self.good)[:5]
        return found[0], statistics.fmean(found)

    def shows(self, f, value):
        if value is None:
            return False
        if f in SETS:
            return value in self.seen[f]
        return self.range[f][0] <= value <= self.range[f][1]


def random_rows(draw, count):
    rows = []
    for number in range(count):
        row = {"id": number, "age": draw.randint(18, 90), "debt": draw.randint(0, 100),
               "weight": draw.randint(0, 400) / 2, "same": draw.choice([3] * 9 + [4]),
               "job": draw.choice(SETS["job"]), "grade": draw.choice(SETS["grade"]),
               "score": draw.randint(0, 9)}
        for f in ("debt", "job", "weight"):
            if draw.random() < 0.05:
                row[f] = None
        rows.append(row)
    return rows


def random_state(draw, start):
    state = dict(start)
    for f in draw.sample(FEATURES, draw.choice([0, 1, 1, 2, 2, 3, 5])):
        if draw.random() < 0.06:
            state[f] = None
        elif f in SETS:
            state[f] = draw.choice(SETS[f] + ["nowhere"] * (draw.random() < 0.2))
        else:
            low, high = NUMERIC[f]
            state[f] = draw.randint(low, min(high, 300))
            if draw.random() < 0.1:
                state[f] = draw.choice([high + 7, low - 1, low + 0.5])
    return state


def text_of(rows, extra=()):
    """CSV of states, or of (state, row, seconds)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*FEATURES, *extra])
    for row in rows:
        state, more = (row, ()) if isinstance(row, dict) else (row[0], row[1:])
        writer.writerow(["" if state[f] is None else state[f] for f in FEATURES] + list(more))
    return out.getvalue()


GOOD = {"id": 1, "age": 40, "debt": 60, "weight": 80, "same": 3, "job": "none", "grade": "low",
        "score": 5}
FAULTLESS = {**GOOD, "debt": 40}


class Evaluate(Case):
    def evaluate(self, *arguments, code=0):
        done = self.run_cogs("evaluate", *arguments, "--json", "--rows", "-q", code=code)
        return json.loads(done.out)

    def one(self, state, start=GOOD, *options):
        """The figures of one counterfactual."""
        answer = self.evaluate(self.file("m.cogs", MODEL), self.file("r.csv", text_of([start])),
                               self.file("c.csv", text_of([state])), *options)
        return answer["tools"][0]["each"][0]

    def close(self, found, expected, where):
        self.assertTrue(math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9),
                        f"{where}: {found}, not {expected}")

    def check_spread(self, spread, values, where):
        if not values:
            self.assertIsNone(spread, where)
            return
        self.assertEqual(spread["count"], len(values), where)
        self.close(spread["mean"], statistics.fmean(values), where)
        self.close(spread["median"], statistics.median(values), where)

    def check_random(self, seed):
        draw = random.Random(seed)
        rows, data = random_rows(draw, draw.randint(3, 30)), random_rows(draw, draw.randint(20, 60))
        given = []
        for _ in range(60):
            number = draw.randrange(len(rows))
            given.append((random_state(draw, rows[number]), number + 1, draw.randint(0, 999) / 64))
        given = [g for g in given if any(g[0][f] is not None for f in FEATURES)]
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of(rows))
        self.file("d.csv", text_of(data))
        self.file("c.csv", text_of(given, ("row", "took")))
        answer = self.evaluate("m.cogs", "r.csv", "c.csv", "--data", "d.csv", "--time-column", "took")
        tool, measure = answer["tools"][0], Measure(data)
        self.run_cogs("batch", "m.cogs", "r.csv", "-o", "best.jsonl", "-q")
        best = [json.loads(line) for line in
                (self.folder / "best.jsonl").read_text(encoding="utf-8").splitlines()]

        self.assertEqual(answer["rows"]["count"], len(rows))
        self.assertEqual(answer["rows"]["in_need"], sum(map(bad, rows)))
        self.assertEqual(answer["data"]["desired"], len(measure.good))
        self.assertEqual(answer["data"]["mad_is_zero"], measure.zero)
        self.assertEqual(len(tool["each"]), len(given))
        self.assertEqual(tool["rows_served"], len({n for _, n, _ in given if bad(rows[n - 1])}))
        expected = {name: [] for name in ("l1_mad", "gower", "nearest", "nearest_five", "changes",
                                          "cost", "ratio", "best", "seconds")}
        counts = {name: 0 for name in ("valid", "actionable", "consistent", "reachable", "at_best",
                                       "seen")}
        kinds = {}
        for each, (state, number, seconds) in zip(tool["each"], given):
            start, where = rows[number - 1], f"seed {seed}, line {each['line']}"
            changed, faults, cost, direct = judge(start, state)
            self.assertEqual(each["row"], number, where)
            self.assertEqual(each["changed"], changed, where)
            self.assertEqual(sorted((f["kind"], str(f["feature"])) for f in each["faults"]),
                             sorted((kind, str(f)) for kind, f in faults), where)
            actionable = not any(kind in ACTIONS for kind, _ in faults)
            consistent = all(kind in ACTIONS for kind, _ in faults)
            reachable = not bad(state) and actionable and consistent and direct > 0
            self.assertEqual([each[k] for k in ("valid", "actionable", "consistent", "reachable")],
                             [not bad(state), actionable, consistent, reachable], where)
            self.close(each["cost"], cost, where)
            paths = best[number - 1]["paths"]
            self.assertEqual(each["best_cost"] is None, not paths and bad(start), where)
            self.close(each["l1_mad"], measure.l1_mad(start, state), where)
            self.close(each["gower"], measure.gower(start, state), where)
            near, five = measure.nearest(state)
            self.close(each["nearest"], near, where)
            self.close(each["nearest_five"], five, where)
            seen = sum(measure.shows(f, state[f]) for f in changed)
            self.assertEqual(each["seen_values"], seen, where)
            for name, value in (("l1_mad", measure.l1_mad(start, state)), ("nearest", near),
                                ("gower", measure.gower(start, state)), ("nearest_five", five),
                                ("changes", len(changed)), ("cost", cost), ("seconds", seconds)):
                expected[name].append(value)
            if reachable and bad(start):
                least = paths[0]["cost"]
                self.close(each["best_cost"], least, where)
                self.assertLessEqual(least, cost, where)
                expected["best"].append(least)
                expected["ratio"].append(cost / least)
                counts["at_best"] += cost == least
            for name, holds in (("valid", not bad(state)), ("actionable", actionable),
                                ("consistent", consistent), ("reachable", reachable)):
                counts[name] += holds
            counts["seen"] += seen
            for kind in {kind for kind, _ in faults}:
                kinds[kind] = kinds.get(kind, 0) + 1
        where = f"seed {seed}"
        for name in ("valid", "actionable", "consistent", "reachable"):
            self.assertEqual(tool[name], counts[name], f"{where}: {name}")
        self.assertEqual({k: v for k, v in tool["faults"].items() if v}, kinds, where)
        self.check_spread(tool["sparsity"], expected["changes"], where)
        distribution = [{"changes": n, "count": expected["changes"].count(n)}
                        for n in sorted(set(expected["changes"]))]
        self.assertEqual(tool["sparsity"]["distribution"], distribution, where)
        for name in ("l1_mad", "gower"):
            self.check_spread(tool["proximity"][name], expected[name], f"{where}: {name}")
        for name in ("nearest", "nearest_five"):
            self.check_spread(tool["plausibility"][name], expected[name], f"{where}: {name}")
        self.assertEqual(tool["plausibility"]["new_values"], sum(expected["changes"]), where)
        self.assertEqual(tool["plausibility"]["seen_values"], counts["seen"], where)
        self.check_spread(tool["cost"]["all"], expected["cost"], f"{where}: cost")
        self.check_spread(tool["cost"]["best"], expected["best"], f"{where}: best")
        self.check_spread(tool["cost"]["ratio"], expected["ratio"], f"{where}: ratio")
        self.assertEqual(tool["cost"]["at_best"], counts["at_best"], where)
        self.check_spread(tool["seconds"], expected["seconds"], f"{where}: seconds")
        groups = {}
        for state, number, _ in given:
            groups.setdefault(number, []).append(state)
        diversity = [statistics.fmean(measure.gower(a, b) for i, a in enumerate(group)
                                      for b in group[i + 1:])
                     for group in groups.values() if len(group) > 1]
        self.check_spread(tool["diversity"], diversity, f"{where}: diversity")
        return kinds, counts

    def test_measures_are_what_their_definitions_say(self):
        print(f"seed {SEED}")
        all_kinds, reachable = set(), 0
        for i in range(12):
            kinds, counts = self.check_random(1000 * SEED + i)
            all_kinds |= set(kinds)
            reachable += counts["reachable"]
        # The tables are worth something only if they have everything in them.
        self.assertGreater(reachable, 0)
        self.assertEqual(all_kinds, {"fixed", "direction", "domain", "becomes_missing", "stays_missing",
                                     "caused", "causal_rules", "denial"})

    def test_catches_each_kind_of_fault(self):
        kinds = lambda figures: [(f["kind"], f["feature"]) for f in figures["faults"]]
        fine = self.one(FAULTLESS)
        self.assertEqual((kinds(fine), fine["valid"], fine["reachable"]), ([], True, True))
        for change, fault in [
                ({"id": 2}, ("fixed", "id")),
                ({"age": 39}, ("direction", "age")),
                ({"weight": 81}, ("direction", "weight")),
                ({"debt": 101, "job": "clerk"}, ("domain", "debt")),
                ({"debt": 40.5}, ("domain", "debt")),
                ({"job": "king"}, ("domain", "job")),
                ({"same": None}, ("becomes_missing", "same")),
                ({"score": 6}, ("caused", "score"))]:
            figures = self.one({**FAULTLESS, **change})
            self.assertEqual(kinds(figures), [fault], change)
            self.assertEqual((figures["valid"], figures["actionable"], figures["consistent"],
                              figures["reachable"]), (True, False, True, False), change)
        young = {**GOOD, "age": 20}
        for change, fault in [({"grade": "high"}, ("causal_rules", "grade")),
                              ({"job": "pilot"}, ("denial", None))]:
            figures = self.one({**FAULTLESS, "age": 20, **change}, young)
            self.assertEqual(kinds(figures), [fault], change)
            self.assertTrue(figures["faults"][0]["lines"])
            self.assertEqual((figures["actionable"], figures["consistent"], figures["reachable"]),
                             (True, False, False), change)
        invalid = self.one({**GOOD, "debt": 70})
        self.assertEqual((invalid["valid"], invalid["reachable"], kinds(invalid)),
                         (False, False, []))

    def test_options_of_the_run_count(self):
        kinds = lambda figures: [f["kind"] for f in figures["faults"]]
        self.assertEqual(kinds(self.one(FAULTLESS, GOOD, "--fix", "debt")), ["fixed"])
        self.assertEqual(kinds(self.one(FAULTLESS, GOOD, "--only", "job")), ["not_named"])
        self.assertEqual(kinds(self.one(FAULTLESS, GOOD, "--range", "debt=0..20")), ["range"])
        self.assertEqual(kinds(self.one({**FAULTLESS, "age": 30}, GOOD, "--allow", "age")), [])
        figures = self.one(FAULTLESS, GOOD, "--cost", "debt=7")
        self.assertEqual((figures["cost"], figures["best_cost"]), (7, 1))
        self.assertIsNone(self.one(FAULTLESS, GOOD, "--no-search")["best_cost"])
        for option in (["--top", "2"], ["--all"], ["--certain"], ["--max-length", "2"]):
            self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", *option, code=2)

    def test_effects_are_free_and_must_be_forced(self):
        poor = {**GOOD, "score": 2}
        forced = self.one({**poor, "debt": 10, "score": 5}, poor)
        self.assertEqual((forced["cost"], forced["reachable"], forced["best_cost"]),
                         (1.28125, True, 1.28125))
        missing = self.one({**poor, "debt": 10}, poor)
        self.assertEqual([f["kind"] for f in missing["faults"]], ["causal_rules"])

    def test_what_was_forced_on_the_way_may_stay(self):
        """The score rises while the job is none; the job changes only after that."""
        model = self.file("d.cogs", "#feature debt : integer 0..100.\n#feature job : {none, clerk}.\n"
                                    "#feature score : integer 0..9, caused.\n#causal score : if.\n"
                                    "#undesired bad(X).\nbad(X) :- job(X, none).\n"
                                    "bad(X) :- score(X, S), S < 5.\n"
                                    "score(X, S) :- S >= 5, debt(X, 0), job(X, none).\n")
        rows = self.file("d.csv", "debt,job,score\n50,none,2\n")
        self.run_cogs("batch", model, rows, "-o", "o.csv", "-q")
        way = self.evaluate(model, rows, "o.csv")["tools"][0]["each"][0]
        self.assertEqual((way["faults"], way["reachable"], way["cost"], way["best_cost"]),
                         ([], True, 2, 2))
        for values in ("50,clerk,5", "1,clerk,5"):  # nothing has forced these
            other = self.evaluate(model, rows, self.file("c.csv", "debt,job,score\n" + values + "\n"))
            other = other["tools"][0]["each"][0]
            self.assertEqual([f["kind"] for f in other["faults"]], ["caused"], values)
        # A free effect on the way makes cheap what would cost more when set.
        self.file("e.cogs", (self.folder / "d.cogs").read_text().replace(", caused", ""))
        way = self.evaluate("e.cogs", rows, self.file("c.csv", "debt,job,score\n0,clerk,5\n"))
        way = way["tools"][0]["each"][0]
        self.assertEqual((way["faults"], way["cost"], way["best_cost"]), ([], 2, 2))

    def test_what_the_start_is_an_exception_to_does_not_count(self):
        odd = {**GOOD, "age": 20, "grade": "high"}
        self.assertTrue(self.one({**odd, "debt": 40}, odd)["consistent"])
        self.assertTrue(self.one({**odd, "debt": 40, "age": 21}, odd)["consistent"])
        even = {**odd, "grade": "low"}
        low = self.one({**even, "debt": 40, "grade": "high"}, even)
        self.assertEqual([f["kind"] for f in low["faults"]], ["causal_rules"])

    def test_what_a_row_leaves_out_stays_missing_unless_it_may_be_set(self):
        bare = {**GOOD, "same": None}
        kinds = lambda *options: [f["kind"] for f in
                                  self.one({**FAULTLESS, "same": 3}, bare, *options)["faults"]]
        self.assertEqual(kinds(), ["stays_missing"])
        self.assertEqual(kinds("--set-missing"), [])
        self.assertEqual(kinds("--allow", "same"), [])

    def test_ordered_sets_have_directions(self):
        model = self.file("e.cogs", "#feature edu : {none < school < bachelor}, may increase, cost 2 per 1.\n"
                                    "#feature a : {0, 1}.\n#undesired bad(X).\nbad(X) :- a(X, 0).\n")
        rows = self.file("e.csv", "edu,a\nschool,0\n")
        for edu, kinds, cost in (("bachelor", [], 3), ("none", ["direction"], 3)):
            out = self.evaluate(model, rows, self.file("c.csv", f"edu,a\n{edu},1\n"))
            each = out["tools"][0]["each"][0]
            self.assertEqual(([f["kind"] for f in each["faults"]], each["cost"]), (kinds, cost))

    def test_answers_of_cogs_are_free_of_faults(self):
        draw = random.Random(SEED)
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of(random_rows(draw, 300)))
        loans = "age,debt,bank_balance,credit_score\n" + "".join(
            f"{draw.randint(18, 90)},{draw.choice([0, 5000])},{draw.randint(0, 99999)},"
            f"{draw.randint(300, 850)}\n" for _ in range(100))
        for model, rows in (("m.cogs", "r.csv"), (LOAN, self.file("loans.csv", loans))):
            for out in ("o.csv", "o.jsonl", "o.csv.gz", "o.jsonl.gz"):
                summary = self.run_cogs("batch", model, rows, "-o", out, "--json", "-q")
                found = json.loads(summary.out)["found"]
                tool = self.evaluate(model, rows, out)["tools"][0]
                self.assertGreater(found, 0)
                self.assertEqual([tool[k] for k in ("counterfactuals", "rows_served", "valid",
                                                    "actionable", "consistent", "reachable")],
                                 [found] * 6, out)
                self.assertEqual(tool["cost"]["at_best"], found)
                self.assertEqual(tool["cost"]["ratio"], {"count": found, "mean": 1, "median": 1})

    def test_values_with_separators_survive_cogs_changes(self):
        model = self.file("m.cogs", "#feature a : {x, 'y; b=2', 'y'}.\n#feature b : integer 0..9.\n"
                                    "#undesired bad(X).\nbad(X) :- not a(X, 'y; c=2').\n"
                                    .replace("'y; b=2'", "'y; c=2'"))
        self.file("r.csv", "a,b\nx,1\n")
        self.run_cogs("batch", model, "r.csv", "-o", "o.csv", "-q")
        self.assertIn("y; c=2", (self.folder / "o.csv").read_text())
        self.assertTrue(self.evaluate(model, "r.csv", "o.csv")["tools"][0]["each"][0]["valid"])

    def test_rows_belong_by_number_or_by_line(self):
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of([GOOD, {**GOOD, "debt": 30}, {**GOOD, "debt": 70}]))
        self.file("by_line.csv", text_of([FAULTLESS, {f: None for f in FEATURES}, FAULTLESS]))
        tool = self.evaluate("m.cogs", "r.csv", "by_line.csv")["tools"][0]
        self.assertEqual([each["row"] for each in tool["each"]], [1, 3])
        self.assertEqual(tool["rows_served"], 2)
        self.file("by_number.csv", "person,debt\n3,40\n1.0,20\n3,10\n")
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "by_number.csv", "--row-column",
                             "person", "--json", "--rows")
        self.assertIn("there is no column for id, age, weight", done.err)
        tool = json.loads(done.out)["tools"][0]
        self.assertEqual([(e["row"], e["changed"]) for e in tool["each"]],
                         [(3, ["debt"]), (1, ["debt"]), (3, ["debt"])])
        self.assertEqual(tool["diversity"]["count"], 1)

    def test_puts_several_files_side_by_side(self):
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of([GOOD]))
        self.file("a.csv", text_of([FAULTLESS]))
        self.file("b\x1b.csv", text_of([{**FAULTLESS, "id": 7}]))
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "a.csv", "--against", "b\x1b.csv",
                             "--against", "third=a.csv")
        self.assertNotIn("\x1b", done.out)
        self.assertRegex(done.out, r"a +b\\x1b +third\n")
        self.assertRegex(done.out, r"actionable +100.0 % +0.0 % +100.0 %")
        self.assertRegex(done.out, r"fixed +0.0 % +100.0 % +0.0 %")
        self.file("t.csv", text_of([(FAULTLESS, 0.5)], ("took",)))
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "a.csv", "--against", "t.csv",
                             "--time-column", "took", "--json")
        self.assertEqual([tool["seconds"] and tool["seconds"]["mean"]
                          for tool in json.loads(done.out)["tools"]], [None, 0.5])
        self.assertIn("a.csv: warning: there is no column 'took': no times", done.err)
        names = [tool["name"] for tool in
                 self.evaluate("m.cogs", "r.csv", "a.csv", "--against", "third=a.csv")["tools"]]
        self.assertEqual(names, ["a", "third"])
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "a.csv", "--against", "a.csv", code=2)
        self.assertIn("NAME=FILE", done.err)
        self.run_cogs("evaluate", "m.cogs", "r.csv", "a.csv", "--rows", code=2)

    def test_figures_do_not_depend_on_threads_and_a_sample_only_on_its_seed(self):
        draw = random.Random(SEED)
        rows = random_rows(draw, 40)
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of(rows))
        self.file("c.csv", text_of([random_state(draw, row) for row in rows]))
        run = lambda *options: self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", "--json",
                                             "--rows", "-q", *options).out
        self.assertEqual(run("--threads", "1"), run("--threads", "3"))
        few = run("--sample", "2", "--seed", "5")
        self.assertEqual(few, run("--sample", "2", "--seed", "5"))
        self.assertEqual(json.loads(few)["data"]["sampled"], 2)
        others = {run("--sample", "2", "--seed", str(seed)) for seed in range(6)}
        self.assertGreater(len(others), 1)
        self.assertEqual(run("--sample", "0"), run("--sample", "1000"))
        everything = json.loads(run())["tools"][0]["each"]
        for some, all_of_them in zip(json.loads(few)["tools"][0]["each"], everything):
            self.assertGreaterEqual(some["nearest"], all_of_them["nearest"])

    def test_bad_input(self):
        model = self.file("m.cogs", MODEL)
        rows = self.file("r.csv", text_of([GOOD]))
        good = self.file("c.csv", text_of([FAULTLESS]))

        def refused(text, words, *options, name="x.csv"):
            done = self.run_cogs("evaluate", model, rows, self.file(name, text), *options, code=3)
            self.assertIn(words, done.err)
            self.assertEqual(done.out, "")

        refused("", "empty")
        refused("", "empty", name="x.jsonl")
        refused("row,debt\n2,40\n", "there is no row '2'")
        refused("row,debt\n0,40\n", "x.csv:2:1: error: there is no row '0'")
        refused("row,debt\none,40\n", "the rows are 1 to 1")
        refused("debt\n40\n30\n", "there is no row 2 for this line")
        refused("row,dept\n1,40\n", "did you mean 'debt'?")
        refused("row,ham,eggs\n1,2,3\n", "no column of this file is a feature")
        refused("row,debt\n1,much\n", "x.csv:2:3: error: 'debt' takes a number, not 'much'")
        refused("row,debt,took\n1,3,long\n", "'long' is no number of seconds", "--time-column", "took")
        refused("row,debt,took\n1,3,1\n", "did you mean 'took'?", "--time-column", "tooc")
        refused("rov,debt\n1,3\n", "did you mean 'rov'?", "--row-column", "row")
        refused("row,debt\n1,3,4\n", "x.csv:2")
        refused("debt,cogs_changes\n60,debt:40\n", "is no change of a feature")
        refused("{\"status\": \"found\"}\n", "x.jsonl:1", name="x.jsonl")
        refused("{\"row\": 7, \"status\": \"error\"}\n", "there is no row 7", name="x.jsonl")
        refused("nonsense\n", "x.jsonl:1", name="x.jsonl")
        self.run_cogs("evaluate", model, rows, "nowhere.csv", code=3)
        self.run_cogs("evaluate", model, "nowhere.csv", good, code=3)
        self.run_cogs("evaluate", model, rows, good, "--data", "nowhere.csv", code=3)
        self.run_cogs("evaluate", model, rows, code=2)
        bad_row = self.file("r2.csv", text_of([{**GOOD, "debt": 1000}]))
        done = self.run_cogs("evaluate", model, bad_row, good, code=3)
        self.assertIn("row 1: 'debt' = 1000 is outside its domain", done.err)

    def test_numbers_beyond_all_floating_point(self):
        model = self.file("m.cogs", "#feature x : real -inf..inf.\n#undesired bad(X).\n"
                                    "bad(X) :- x(X, V), V < 1e350.\n")
        huge = "1" + "0" * 400
        for values in (["1", "2", "3"], ["1e-320", "2e-320", "0"], ["-" + huge, huge, "1"]):
            rows = self.file("r.csv", "x,y\n" + "".join(v + ",\n" for v in values))
            ways = self.file("c.csv", f"row,x\n1,{huge}\n2,{huge}1\n3,-{huge}\n")
            each = self.evaluate(model, rows, ways)["tools"][0]["each"]
            self.assertEqual([e["valid"] for e in each], [True, True, False])
            for e in each:
                self.assertTrue(0 <= e["gower"] <= 1 and 0 <= e["l1_mad"] < math.inf, e)

    def test_a_limit_ends_it_without_figures(self):
        self.file("m.cogs", MODEL)
        rows = random_rows(random.Random(SEED), 50)
        self.file("r.csv", text_of(rows))
        self.file("c.csv", text_of(rows))
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", "--time-limit", "0", code=4)
        self.assertEqual(done.out, "")

    def test_reads_what_other_programs_write(self):
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of([GOOD]))
        pandas = "id,age,debt,weight,same,job,grade,score\r\n1.0,40.0,40.0,80.0,3.0,none,low,5.0\r\n"
        self.file("c.csv.gz", gzip.compress(pandas.encode()))
        each = self.evaluate("m.cogs", "r.csv", "c.csv.gz")["tools"][0]["each"]
        self.assertEqual((each[0]["changed"], each[0]["faults"]), (["debt"], []))

    def test_an_empty_list_of_counterfactuals_is_an_answer(self):
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of([GOOD]))
        tool = self.evaluate("m.cogs", "r.csv", self.file("c.csv", text_of([])))["tools"][0]
        self.assertEqual((tool["counterfactuals"], tool["rows_served"]), (0, 0))
        self.assertIsNone(tool["sparsity"])
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv")
        self.assertRegex(done.out, r"coverage +0.0 %")


if __name__ == "__main__":
    unittest.main()
