#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ten people of the German credit data, advised with flat prices and with percentile prices.

    COGS_DATA=FOLDER bench/german_costs.py --cogs build/release/apps/cli/cogs

FOLDER has german/german.csv. Prints the table of docs/costs.md: the first ten people whom the rules below
refuse, and who get different advice. The rules are made up, of the kind that lenders have; the people are
those of the data.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

MODEL = """\
#feature credit_amount    : integer 250..18424, unit "DM".
#feature duration_months  : integer 4..72.
#feature installment_rate : integer 1..4.
#feature age_years        : integer 19..75, may increase.
#undesired refuse(X).

refuse(X) :- credit_amount(X, A), A > 4000, duration_months(X, D), D > 24.
refuse(X) :- duration_months(X, D), D > 18, installment_rate(X, R), R > 2.
refuse(X) :- credit_amount(X, A), A > 2500, age_years(X, Y), Y < 26.
"""

SHORT = {"credit_amount": "amount", "duration_months": "months", "installment_rate": "rate",
         "age_years": "age"}


def run(cogs, *arguments):
    done = subprocess.run([cogs, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return done.stdout


def changes(answer):
    """What the best path sets, in the order of its steps."""
    return [(a["feature"], a["from"], a["to"]["value"])
            for step in answer["paths"][0]["transitions"] for a in step["actions"]]


def words(steps):
    return ", ".join(f"{SHORT[f]} {old} to {new}" for f, old, new in steps)


def price(cogs, folder, row, steps):
    """What these steps cost by the percentile scales: the same question with no other features."""
    names = ",".join(f for f, _, _ in steps)
    ranges = [w for f, _, new in steps for w in ("--range", f"{f}={new}..{new}")]
    out = run(cogs, "recourse", folder / "percentile.cogs", *row, "--only", names, *ranges, "--json")
    return json.loads(out)["paths"][0]["cost"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cogs", default="build/release/apps/cli/cogs")
    parser.add_argument("--people", type=int, default=10)
    options = parser.parse_args()
    if "COGS_DATA" not in os.environ:
        print("skipped: COGS_DATA does not name a folder")
        return
    table = Path(os.environ["COGS_DATA"]) / "german" / "german.csv"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "flat.cogs").write_text(MODEL, encoding="utf-8")
        run(options.cogs, "costs", folder / "flat.cogs", table, "-o", folder / "percentile.cogs")
        print("| row | amount, months, rate, age | advice with flat prices | that costs "
              "| advice with percentile prices | that costs |")
        print("|---|---|---|---|---|---|")
        shown = 0
        with open(table, newline="", encoding="utf-8") as source:
            people = list(csv.DictReader(source))
        for number, person in enumerate(people, 1):
            own = {f: person[f.capitalize()] for f in SHORT}
            row = [f"{f}={value}" for f, value in own.items()]
            answers = [json.loads(run(options.cogs, "recourse", folder / f"{kind}.cogs", *row, "--json"))
                       for kind in ("flat", "percentile")]
            if answers[0]["status"] != "found" or changes(answers[0]) == changes(answers[1]):
                continue
            flat, scaled = map(changes, answers)
            print(f"| {number} | {', '.join(own.values())} | {words(flat)} "
                  f"| {price(options.cogs, folder, row, flat):.3f} | {words(scaled)} "
                  f"| {answers[1]['paths'][0]['cost']:.3f} |")
            shown += 1
            if shown == options.people:
                return


if __name__ == "__main__":
    main()
