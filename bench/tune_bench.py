#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How accurate and small rules of `cogs learn --tune` are, beside a decision tree of depth 6.

    tune_bench.py COGS [--data FOLDER] [--only SET,...] [--splits N] [--seconds S]

COGS is the program. The public sets are in --data (default: COGS_DATA); a table like that of home
equity loans is drawn here. Each of the five splits of learn_bench.py is written as two files, one to
learn from and one to test on. The tree is scikit-learn's DecisionTreeClassifier(max_depth=6), with
one column for each value of a categorical feature and numbers as they are. Prints Markdown.
"""

import argparse
import csv
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from learn_bench import SETS, read_rows, splits_of


def home_equity(folder, rows=6000, seed=3):
    """No score that tells all: many features that each say a little, noise, and codes."""
    draw = random.Random(seed)
    head = ("RiskPerformance,MSinceOldestTradeOpen,AverageMInFile,NumSatisfactoryTrades,"
            "PercentTradesNeverDelq,MSinceMostRecentDelq,NumInqLast6M,NetFractionRevolvingBurden,"
            "NumRevolvingTradesWBalance,PercentTradesWBalance")
    lines = [head]
    for _ in range(rows):
        oldest = max(5, int(draw.gauss(200, 95)))
        file = max(4, int(oldest * draw.uniform(0.25, 0.6)))
        good = max(1, int(draw.gauss(21, 11)))
        never = min(100, max(30, int(100 - draw.expovariate(1 / 8))))
        since = draw.randrange(0, 84) if never < 97 else -7
        inquiries = min(20, int(draw.expovariate(1 / 1.6)))
        burden = min(140, max(0, int(draw.gauss(36, 29))))
        balances = max(0, int(draw.gauss(4, 3)))
        percent = min(100, max(0, int(draw.gauss(66, 22))))
        risk = (0.030 * (burden - 36) - 0.010 * (file - 80) - 0.030 * (good - 21) -
                0.055 * (never - 92) + 0.16 * (inquiries - 1.5) + 0.012 * (percent - 66) +
                (0.5 if 0 <= since < 20 else 0))
        bad = draw.random() < 1 / (1 + 2.718281828 ** -(1.3 * risk))
        cells = [oldest, file, good, never, since, inquiries, burden, balances, percent]
        if draw.random() < 0.05:
            cells = [-9] * 9
        lines.append(("Bad," if bad else "Good,") + ",".join(map(str, cells)))
    file = Path(folder) / "home_equity.csv"
    file.write_text("\n".join(lines) + "\n")
    return file


def run_tree(header, rows, label, numbers, ignored, train, test, codes):
    import numpy
    from sklearn.tree import DecisionTreeClassifier
    columns = []
    for index, name in enumerate(header):
        if name == label or name in ignored:
            continue
        cells = [row[index] for row in rows]
        if name in numbers:
            columns.append([float("nan") if c in ("", "?") or c in codes else float(c)
                            for c in cells])
        else:
            for value in sorted(set(cells)):
                columns.append([float(c == value) for c in cells])
    data = numpy.array(columns).T
    target = numpy.array([row[header.index(label)] for row in rows])
    tree = DecisionTreeClassifier(max_depth=6, random_state=0)
    tree.fit(data[train], target[train])
    return tree.score(data[test], target[test]), tree.get_n_leaves()


def run_cogs(cogs, folder, header, rows, label, positive, numeric, ignored, train, test, more):
    for name, part in (("train", train), ("test", test)):
        with open(Path(folder) / f"{name}.csv", "w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(header)
            writer.writerows(rows[i] for i in part)
    numbers = set(numeric.split(","))
    texts = [c for c in header if c != label and c not in numbers and c not in ignored.split(",")]
    words = [cogs, "learn", f"{folder}/train.csv", "--test", f"{folder}/test.csv", "--label", label,
             "--undesired", positive, "--json", "-q", "--use",
             ",".join(c for c in header if c != label and c not in ignored.split(","))]
    for option, names in (("--numeric", numeric), ("--categorical", ",".join(texts)),
                          ("--ignore", ignored)):
        if names:
            words += [option, names]
    start = time.perf_counter()
    done = subprocess.run(words + more, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return found["test"]["accuracy"], found["literal_count"], time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cogs")
    parser.add_argument("--data", default=os.environ.get("COGS_DATA"))
    parser.add_argument("--only", default="")
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--seconds", default="60")
    options = parser.parse_args()
    print("| data | tree: accuracy / leaves | learn: accuracy / literals | --tune: accuracy / "
          "literals / seconds |\n|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        sets = [(n, Path(options.data or "") / f, l, p, c, i) for n, f, l, p, c, i in SETS if p]
        equity = home_equity(folder)
        sets.append(("home equity", equity, "RiskPerformance", "Bad",
                     ",".join(read_rows(equity)[0][1:]), ""))
        for name, file, label, positive, numeric, ignored in sets:
            if options.only and name not in options.only.split(","):
                continue
            if not file.exists():
                continue
            header, rows = read_rows(file)
            codes = ("-7", "-8", "-9") if name == "home equity" else ()
            more = ["--missing-value", ",".join(codes)] if codes else []
            tree, plain, tuned = [], [], []
            for train, test in list(splits_of(len(rows)))[:options.splits]:
                about = (header, rows, label)
                tree.append(run_tree(*about, set(numeric.split(",")), ignored.split(","), train,
                                     test, codes))
                about = (folder, *about, positive, numeric, ignored, train, test)
                plain.append(run_cogs(options.cogs, *about, more))
                tuned.append(run_cogs(options.cogs, *about,
                                      [*more, "--tune-time", options.seconds]))
            mean = [[statistics.mean(r[k] for r in results) for k in range(len(results[0]))]
                    for results in (tree, plain, tuned)]
            print(f"| {name} | {mean[0][0]:.3f} / {mean[0][1]:.1f} | {mean[1][0]:.3f} / "
                  f"{mean[1][1]:.1f} | {mean[2][0]:.3f} / {mean[2][1]:.1f} / {mean[2][2]:.1f} |",
                  flush=True)


if __name__ == "__main__":
    main()
