#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A made-up credit bureau: a table, the model for it, and people to ask for, from a seed.

Writes to a folder
  bureau.csv        rows x 23 numeric features and the column `risk`; `?` where nothing is known
  bureau_codes.csv  the same with the codes of bureaus in place of `?`: -7 no such event,
                    -8 no usable trade
  bureau.cogs       the decision rules, nine causal rules in force, what may move and how
  person_0.json ... people whom the rules turn down

The distributions follow what is published about home equity credit lines: skewed counts, a score
that depends on burden, punctuality, age of the file and inquiries, and noise. What is true here by
construction: the score's formula in `draw`; open_12m is 0 exactly where the newest trade is older
than a year; inquiries_6m is 0 exactly where the last inquiry is older than six months or unknown;
`risk` is what the decision rules say, turned round for NOISE of the rows. The other causal rules
hold for most rows, not for all, as rules learned from data do.

Python's own generator and no package: the same seed gives the same bytes.
"""

import argparse
import json
import math
import os
import random

NOISE = 0.05
NO_EVENT, NO_TRADE = -7, -8

# Name, least and greatest value, options. In the order of the columns.
FEATURES = [
    ("score", 30, 100, "caused"),
    ("months_oldest_trade", 0, 850, "may increase"),
    ("months_newest_trade", 0, 400, ""),
    ("months_average", 0, 400, "may increase"),
    ("satisfactory_trades", 0, 120, ""),
    ("trades_60_ever", 0, 30, "fixed"),
    ("trades_90_ever", 0, 30, "fixed"),
    ("percent_never_late", 0, 100, "cost 2"),
    ("months_since_late", 0, 90, "may increase"),
    ("worst_late_12m", 0, 9, ""),
    ("worst_late_ever", 0, 9, "fixed"),
    ("total_trades", 0, 120, "may increase"),
    ("open_12m", 0, 20, ""),
    ("percent_installment", 0, 100, "cost 2"),
    ("months_since_inquiry", 0, 30, ""),
    ("inquiries_6m", 0, 66, ""),
    ("inquiries_6m_but_7d", 0, 66, ""),
    ("revolving_burden", 0, 250, "cost 2"),
    ("installment_burden", 0, 500, "cost 3"),
    ("revolving_with_balance", 0, 40, ""),
    ("installment_with_balance", 0, 30, "cost 2"),
    ("bank_high_ratio", 0, 20, ""),
    ("percent_with_balance", 0, 100, "cost 2"),
]

# Mode of each effect, and its rules: the head's test, then the body's.
CAUSES = [
    ("score", "if", [
        ((">", 73), [("revolving_burden", "=<", 14)]),
        ((">", 70), [("percent_never_late", ">", 98), ("revolving_burden", "=<", 45)]),
        ((">", 67), [("inquiries_6m", "=<", 1), ("percent_with_balance", "=<", 70)]),
        ((">", 74), [("months_average", ">", 110), ("percent_never_late", ">", 95)]),
        (("=<", 76), [("revolving_burden", ">", 70)]),
    ]),
    ("percent_with_balance", "if", [
        ((">", 55), [("revolving_burden", ">", 60)]),
        (("=<", 85), [("revolving_with_balance", "=<", 2), ("revolving_burden", "=<", 40)]),
    ]),
    ("open_12m", "iff", [(("=<", 0), [("months_newest_trade", ">", 12)])]),
    ("inquiries_6m", "iff", [(("=<", 0), [("months_since_inquiry", ">", 6)])]),
]

# Any of these turns a person down; the last list of each holds exceptions.
DECISION = [
    ([("score", "=<", 62)], []),
    ([("score", "=<", 70), ("revolving_burden", ">", 50)],
     [[("months_average", ">", 120), ("trades_90_ever", "=<", 0)]]),
    ([("score", "=<", 67), ("months_average", "=<", 60)], []),
    ([("revolving_burden", ">", 80), ("bank_high_ratio", ">", 1)], []),
    ([("percent_never_late", "=<", 85), ("months_since_late", "=<", 24)],
     [[("score", ">", 75), ("revolving_burden", "=<", 20)]]),
    ([("inquiries_6m", ">", 4), ("open_12m", ">", 3)], []),
    ([("inquiries_6m_but_7d", ">", 2), ("score", "=<", 72)], []),
    ([("months_oldest_trade", "=<", 72), ("score", "=<", 72)], []),
    ([("trades_90_ever", ">", 1), ("score", "=<", 74), ("revolving_burden", ">", 30)], []),
    ([("worst_late_12m", "=<", 3), ("score", "=<", 74)],
     [[("total_trades", ">", 30), ("percent_never_late", ">", 95)]]),
    ([("percent_with_balance", ">", 85), ("revolving_burden", ">", 40), ("score", "=<", 74)], []),
    ([("installment_burden", ">", 90), ("percent_installment", ">", 50)], []),
    ([("satisfactory_trades", "=<", 8), ("total_trades", "=<", 10), ("score", "=<", 75)], []),
    ([("revolving_with_balance", ">", 8), ("revolving_burden", ">", 45)], []),
    ([("installment_with_balance", ">", 5), ("percent_installment", ">", 55)], []),
    ([("months_newest_trade", "=<", 3), ("inquiries_6m", ">", 2), ("score", "=<", 75)], []),
]


def clipped(value, low, high):
    return max(low, min(high, int(round(value))))


def draw(dice):
    """One person: a value or a code for each feature."""
    risk, thickness = dice.gauss(0, 1), dice.gauss(0, 1)
    p = {}
    oldest = clipped(math.exp(5.2 + 0.45 * thickness + dice.gauss(0, 0.2)), 2, 800)
    p["months_oldest_trade"] = oldest
    p["months_average"] = clipped(oldest * dice.gauss(0.42, 0.09), 4, 380)
    p["months_newest_trade"] = min(oldest, clipped(dice.expovariate(1 / 9), 0, 380))
    p["total_trades"] = clipped(math.exp(2.95 + 0.45 * thickness + dice.gauss(0, 0.25)), 1, 104)
    late_share = 1 / (1 + math.exp(3.1 - 1.1 * risk))
    late = sum(dice.random() < late_share for _ in range(p["total_trades"]))
    p["trades_60_ever"] = sum(dice.random() < 0.4 for _ in range(late))
    p["trades_90_ever"] = sum(dice.random() < 0.6 for _ in range(p["trades_60_ever"]))
    p["satisfactory_trades"] = p["total_trades"] - p["trades_60_ever"]
    p["percent_never_late"] = clipped(100 * (1 - late / p["total_trades"]), 0, 100)
    p["months_since_late"] = clipped(dice.expovariate(1 / 22), 0, 83) if late else NO_EVENT
    if p["trades_90_ever"]:
        p["worst_late_ever"] = 2 if dice.random() < 0.6 else 3
    else:
        p["worst_late_ever"] = 4 if p["trades_60_ever"] else dice.choice((5, 6)) if late else 8
    recent = late and p["months_since_late"] <= 12
    p["worst_late_12m"] = dice.choice((0, 1, 2, 3, 4, 4, 4)) if recent else 6 if late else 7
    p["open_12m"] = clipped(dice.gauss(1.9 + 0.5 * risk, 1.4), 1, 19)
    if p["months_newest_trade"] > 12:
        p["open_12m"] = 0
    p["percent_installment"] = clipped(dice.gauss(34, 17), 0, 100)
    p["inquiries_6m"] = clipped(dice.gauss(1 + 0.7 * risk, 1.5), 0, 30)
    if p["inquiries_6m"]:
        p["months_since_inquiry"] = clipped(dice.expovariate(1 / 2), 0, 6)
    else:
        since = clipped(7 + dice.expovariate(1 / 5), 7, 24)
        p["months_since_inquiry"] = since if dice.random() < 0.65 else NO_EVENT
    p["inquiries_6m_but_7d"] = max(0, p["inquiries_6m"] - (dice.random() < 0.15))
    burden = p["revolving_burden"] = clipped(dice.gauss(34 + 18 * risk, 20), 0, 232)
    p["installment_burden"] = clipped(dice.gauss(68, 22), 0, 471)
    p["revolving_with_balance"] = clipped(
        math.exp(1.25 + 0.3 * thickness + dice.gauss(0, 0.4)), 0, 32)
    p["installment_with_balance"] = clipped(math.exp(0.7 + dice.gauss(0, 0.5)), 1, 23)
    p["bank_high_ratio"] = clipped((burden - 42) / 18 + dice.gauss(0, 0.8), 0, 18)
    p["percent_with_balance"] = clipped(64 + 0.35 * (burden - 33) + dice.gauss(0, 16), 0, 100)
    p["score"] = clipped(
        73 - 0.15 * (burden - 33) + 0.3 * (p["percent_never_late"] - 93)
        + 0.02 * (p["months_average"] - 78) - 0.9 * p["inquiries_6m"] + dice.gauss(0, 3.2), 33, 94)
    for name, share in (("revolving_burden", 0.02), ("installment_burden", 0.33),
                        ("revolving_with_balance", 0.015), ("installment_with_balance", 0.08),
                        ("bank_high_ratio", 0.05)):
        if dice.random() < share:
            p[name] = NO_TRADE
    return p


def holds(person, tests):
    """Tests on what is not known fail, as positive tests of cogs do."""
    return all(person[name] >= 0 and (person[name] <= number) == (sign == "=<")
               for name, sign, number in tests)


def turned_down(person):
    return any(holds(person, body) and not any(holds(person, e) for e in exceptions)
               for body, exceptions in DECISION)


def body_text(tests):
    return ", ".join(f"{name}(X, N{i}), N{i} {sign} {number}"
                     for i, (name, sign, number) in enumerate(tests))


def model_text(rows, seed):
    lines = ["% The rules of a made-up credit bureau, by "
             f"bench/make_bureau.py --rows {rows} --seed {seed}"]
    for name, low, high, options in FEATURES:
        lines.append(f"#feature {name} : integer {low}..{high}{', ' + options if options else ''}.")
    lines += ["#undesired high_risk(X).", ""]
    for effect, mode, rules in CAUSES:
        lines.append(f"#causal {effect} : {mode}.")
        lines += [f"{effect}(X, V) :- V {sign} {number}, {body_text(body)}."
                  for (sign, number), body in rules]
    lines.append("")
    exceptions = []
    for body, unless in DECISION:
        text = f"high_risk(X) :- {body_text(body)}"
        if unless:
            head = f"ab{len(exceptions) + 1}(X)"
            text += f", not {head}"
            exceptions += [f"{head} :- {body_text(tests)}." for tests in unless]
        lines.append(text + ".")
    return "\n".join(lines + exceptions) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--rows", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=20, help="how many are written as JSON")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    dice = random.Random(args.seed)
    names = [name for name, *_ in FEATURES]
    down, broken = [], {(effect, i): 0 for effect, _, rules in CAUSES for i in range(len(rules))}

    def file(name):
        return open(os.path.join(args.folder, name), "w", encoding="utf-8", newline="\n")

    with file("bureau.csv") as plain, file("bureau_codes.csv") as coded:
        for out in (plain, coded):
            out.write(",".join(names + ["risk"]) + "\n")
        for _ in range(args.rows):
            person = draw(dice)
            decision = turned_down(person)
            risk = "high" if decision != (dice.random() < NOISE) else "low"
            coded.write(",".join(str(person[n]) for n in names) + f",{risk}\n")
            plain.write(",".join(str(person[n]) if person[n] >= 0 else "?" for n in names)
                        + f",{risk}\n")
            if decision:
                down.append(person)
            for effect, _, rules in CAUSES:
                for i, ((sign, number), body) in enumerate(rules):
                    head = holds(person, [(effect, sign, number)])
                    broken[effect, i] += holds(person, body) and person[effect] >= 0 and not head
    with file("bureau.cogs") as out:
        out.write(model_text(args.rows, args.seed))
    for i, person in enumerate(down[:args.people]):
        with file(f"person_{i}.json") as out:
            json.dump({n: person[n] for n in names if person[n] >= 0}, out)
            out.write("\n")
    print(f"{args.rows} rows, {len(down)} turned down")
    for (effect, i), count in broken.items():
        print(f"causal rule {i + 1} of {effect}: fired in vain for {count} rows")


if __name__ == "__main__":
    main()
