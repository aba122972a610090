#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How accurate, small and fast learned rules are, beside FOLD-R++ and XGBoost.

    learn_bench.py LEARN_BENCH OUT [--data FOLDER] [--foldrpp FOLDER] [--rows N] [--only PART]
                   [--missing value|missing]

LEARN_BENCH is the program of learn_main.cpp, OUT a folder for tables (Markdown) and growth.csv.
--data is the folder of the public sets (default: COGS_DATA), --foldrpp a checkout of
github.com/hwd404/FOLD-R-PP. XGBoost is used if this Python has it. What is not there is left out.
Parts: sets, speed, growth. Everything runs with one thread unless a table says otherwise.
"""

import argparse
import csv
import importlib
import io
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

GERMAN = ("Duration_months,Credit_amount,Installment_rate,Present_residence_since,Age_years,"
          "Number_existing_credits,Number_people_liable")
# name, file, label, class to learn (None: all), numeric columns, columns that are left out
SETS = [
    ("adult", "adult/adult.csv", "label", "<=50K",
     "age,fnlwgt,education_num,capital_gain,capital_loss,hours_per_week", ""),
    ("german", "german/german.csv", "Label", "good", GERMAN, ""),
    ("cars", "cars/cars.csv", "label", "negative", "", "id"),
    ("heart", "heart/heart.csv", "label", "absent",
     "age,blood_pressure,serum_cholestoral,maximum_heart_rate_achieved,oldpeak", "id"),
    ("kidney", "kidney/kidney.csv", "label", "ckd",
     "age,bp,sg,bgr,bu,sc,sod,pot,hemo,pcv,wbcc,rbcc", "id"),
    ("breastw", "breastw/breastw.csv", "label", "malignant", "", "id"),
    ("mushroom", "mushroom/mushroom.csv", "label", "p", "", "id"),
    ("credit", "credit/credit.csv", "label", "-", "a2,a3,a8,a11,a14,a15", "id"),
    ("voting", "voting/voting.csv", "label", "republican", "", "id"),
    ("car4", "cars/car4.csv", "label", None, "", ""),
]
SPLITS = 5


def splits_of(rows):
    for seed in range(SPLITS):
        order = list(range(rows))
        random.Random(seed).shuffle(order)
        cut = int(0.8 * rows)
        yield order[:cut], order[cut:]


def write_splits(folder, splits):
    file = Path(folder) / "splits.txt"
    file.write_text("".join(
        " ".join(map(str, sorted(a))) + " | " + " ".join(map(str, sorted(b))) + "\n"
        for a, b in splits))
    return file


def run(program, *words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=True)
    return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(io.StringIO(done.stdout))]


def mean(rows, key):
    return statistics.mean(row[key] for row in rows)


def read_rows(file):
    with open(file, encoding="utf-8", newline="") as lines:
        header, *rows = [[cell.strip() for cell in row] for row in csv.reader(lines) if row]
    return header, rows


def load_foldrpp(folder):
    if not folder:
        return None
    sys.path.insert(0, folder)
    return importlib.import_module("foldrpp")


def run_foldrpp(module, file, label, positive, numeric, ignored, splits):
    header, _ = read_rows(file)
    numbers = [c for c in numeric.split(",") if c]
    texts = [c for c in header if c != label and c not in numbers and c not in ignored.split(",")]
    results = []
    for train, test in splits:
        model = module.Foldrpp(texts, numbers, label, positive)
        data = model.load_data(str(file))
        start = time.perf_counter()
        model.fit([data[i] for i in train])
        seconds = time.perf_counter() - start
        model.asp()
        part = [data[i] for i in test]
        said = model.predict(part)
        right = sum(a == x["label"] for a, x in zip(said, part))
        results.append({"fit_s": seconds, "accuracy": right / len(part) if part else 0,
                        "rules": len(model.flat_rules),
                        "literals": module.num_predicates(model.flat_rules)})
    return results


def run_xgboost(file, label, positive, numeric, ignored, splits):
    try:
        import numpy
        import xgboost
    except ImportError:
        return None
    header, rows = read_rows(file)
    numbers = set(numeric.split(","))
    columns, types = [], []
    for index, name in enumerate(header):
        cells = [row[index] for row in rows]
        if name == label:
            target = numpy.array([cell == positive for cell in cells], dtype=int)
        elif name in numbers:
            columns.append([float(c) if c not in ("", "?") else float("nan") for c in cells])
            types.append("q")
        elif name not in ignored.split(","):
            codes = {value: code for code, value in enumerate(sorted(set(cells)))}
            columns.append([codes[cell] for cell in cells])
            types.append("c")
    table = numpy.array(columns, dtype=float).T
    results = []
    for train, test in splits:
        settings = {"tree_method": "hist", "objective": "binary:logistic", "nthread": 1}
        start = time.perf_counter()
        matrix = xgboost.DMatrix(table[train], label=target[train], feature_types=types,
                                 enable_categorical=True, nthread=1)
        model = xgboost.train(settings, matrix, num_boost_round=100)
        seconds = time.perf_counter() - start
        said = model.predict(xgboost.DMatrix(table[test], feature_types=types,
                                             enable_categorical=True)) > 0.5
        results.append({"fit_s": seconds, "accuracy": float((said == target[test]).mean())})
    return results


def small(row_list):
    return (f"{mean(row_list, 'accuracy'):.3f} / {mean(row_list, 'rules'):.1f} / "
            f"{mean(row_list, 'literals'):.1f}")


def sets_table(options, foldrpp):
    lines = ["| data | rows | majority | default | `--prune none` | FOLD-R++ |",
             "|---|---|---|---|---|---|"]
    for name, file, label, positive, numeric, ignored in SETS:
        path = Path(options.data) / file
        if not path.is_file():
            continue
        rows = len(read_rows(path)[1])
        splits = list(splits_of(rows))
        split_file = write_splits(options.out, splits)
        goal = "*" if positive is None else positive
        ours = [run(options.program, "fit", path, label, goal, numeric, ignored, split_file, p, 1,
                    options.missing)
                for p in ("standard", "none")]
        peer = "" if positive is None or not foldrpp else small(
            run_foldrpp(foldrpp, path, label, positive, numeric, ignored, splits))
        lines.append(f"| {name} | {rows} | {mean(ours[0], 'majority'):.3f} | {small(ours[0])} | "
                     f"{small(ours[1])} | {peer} |")
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


def speed_table(options, foldrpp):
    lines = ["| data | read | fit, `--prune none` | fit, default | FOLD-R++ fit | XGBoost fit |",
             "|---|---|---|---|---|---|"]
    for name, file, label, positive, numeric, ignored in SETS:
        path = Path(options.data) / file
        if name not in ("adult", "mushroom", "german") or not path.is_file():
            continue
        splits = list(splits_of(len(read_rows(path)[1])))
        split_file = write_splits(options.out, splits)
        plain, pruned = [
            run(options.program, "fit", path, label, positive, numeric, ignored, split_file, p, 1,
                options.missing)
            for p in ("none", "standard")]

        def middle(rows, key="fit_s"):
            return "" if not rows else f"{1000 * statistics.median(r[key] for r in rows):.2f} ms"

        peer = run_foldrpp(foldrpp, path, label, positive, numeric, ignored,
                           splits[:3]) if foldrpp else None
        boosted = run_xgboost(path, label, positive, numeric, ignored, splits)
        lines.append(f"| {name} | {middle(plain, 'read_s')} | {middle(plain)} | {middle(pruned)} | "
                     f"{middle(peer)} | {middle(boosted)} |")
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


def growth(options):
    """learn_growth.csv and a table: time against rows and columns, all cores.

    The plot is of CPU time: other work on the machine disturbs it less than the clock's."""
    points = [("rows", n, n, 20) for n in (10**4, 10**5, 10**6, 10**7) if n <= options.rows]
    points += [("columns", c, 10**6, c) for c in (5, 10, 20, 40, 80) if options.rows >= 10**6]
    lines = ["| rows | columns | `--prune none`, clock / CPU | default, clock / CPU | coded columns "
             "| peak, whole process |",
             "|---|---|---|---|---|---|"]
    with open(Path(options.out) / "learn_growth.csv", "w", encoding="utf-8") as out:
        out.write("axis,value,none_s,standard_s\n")
        for axis, value, rows, columns in points:
            plain, pruned = [run(options.program, "scale", rows, columns, 5, p, 0)[0]
                             for p in ("none", "standard")]
            out.write(f"{axis},{value},{plain['fit_cpu_s']:.6f},{pruned['fit_cpu_s']:.6f}\n")
            lines.append(f"| {rows} | {columns} "
                         f"| {plain['fit_s']:.3f} / {plain['fit_cpu_s']:.3f} s "
                         f"| {pruned['fit_s']:.3f} / {pruned['fit_cpu_s']:.3f} s "
                         f"| {plain['coded_mb']:.0f} MB | {pruned['peak_mb']:.0f} MB |")
            print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--data", default=os.environ.get("COGS_DATA", ""))
    parser.add_argument("--foldrpp", default="")
    parser.add_argument("--rows", type=int, default=10**7)
    parser.add_argument("--only", choices=("sets", "speed", "growth"))
    parser.add_argument("--missing", choices=("value", "missing"), default="value",
                        help="`?` in categorical columns: a value, as FOLD-R++ has it, or missing")
    options = parser.parse_args()
    Path(options.out).mkdir(parents=True, exist_ok=True)
    foldrpp = load_foldrpp(options.foldrpp)
    parts = {"sets": lambda: sets_table(options, foldrpp),
             "speed": lambda: speed_table(options, foldrpp),
             "growth": lambda: growth(options)}
    for name, part in parts.items():
        if options.only in (None, name) and (name == "growth" or options.data):
            (Path(options.out) / f"learn_{name}.md").write_text(part(), encoding="utf-8")


if __name__ == "__main__":
    main()
