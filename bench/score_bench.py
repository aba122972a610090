#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Best paths for the people whom scores turn down: how fast, and whether XGBoost agrees.

    python bench/score_bench.py MODELS --program build/bench/bench/score_bench [--ocean 8] [--proofs 100]

MODELS is the folder of bench/score_models.py, each NAME.json imported to NAME.cogs:
    cogs import NAME.json --people TABLE.csv --allow ... -o NAME.cogs
For each model: CPU time a person, every answer predicted by XGBoost, and for some of cost 2 and 3 all
cheaper states tried with XGBoost's own predict. --ocean N: N people of each model of 100 trees also with
OCEAN's constraint programming (oceanpy), one worker, least number of changes, in the same run.
--growth FILE.csv: times by number of trees, depth and cost, for bench/plot_scores.py.
"""

import argparse
import csv
import itertools
import os
import re
import subprocess
import sys
import time

import numpy
import pandas
import xgboost

from score_models import boosted, encoded


def ask(program, model, people):
    """One dictionary a person, in the order of the rows."""
    run = subprocess.run([program, model, people], capture_output=True, text=True, check=True)
    answers = []
    for line in run.stdout.splitlines():
        row, search, check, status, *rest = line.split("\t")
        answers.append({"row": int(row) - 1, "search": float(search) / 1e3, "check": float(check) / 1e3, "status": status,
                        "cost": rest[0] if rest else None, "changes": dict(zip(rest[1::2], rest[2::2]))})
    return answers


def changed(features, answer):
    person = features.iloc[[answer["row"]]].copy()
    small = {name.lower(): name for name in features.columns}
    for feature, value in answer["changes"].items():
        name = small[feature]
        person[name] = type(person[name].iloc[0])(value)
    return person


def in_columns(people, names):
    """People as the model has them: the columns of the whole table, in its order."""
    return encoded(people).reindex(columns=names, fill_value=0.0)


def flipped(model, features, names, answers):
    found = [a for a in answers if a["changes"]]
    if not found:
        return 0, 0
    states = pandas.concat([changed(features, a) for a in found])
    return int((model.predict(in_columns(states, names), output_margin=True) > 0).sum()), len(found)


def values_to_try(table, names, model):
    """Of each feature: one value for each stretch that no test of the model divides, within the table's range."""
    cuts = {name: set() for name in names}
    frame = model.get_booster().trees_to_dataframe()
    for name, split in zip(frame["Feature"], frame["Split"]):
        if name in cuts:
            cuts[name].add(split)
    out = {}
    for name in table.columns:
        if table[name].dtype.kind not in "iuf":
            out[name] = sorted(table[name].unique())
            continue
        low, high = table[name].min(), table[name].max()
        out[name] = sorted({v for v in [low, *(numpy.ceil(c) for c in cuts.get(name, ()))] if low <= v <= high})
    return out


def proved(model, table, names, features, answers, how_many):
    """States with fewer changes than the answer that XGBoost likes: none, if the proof holds."""
    tries = values_to_try(table, names, model)
    counts = {}
    for answer in answers:
        cost = int(answer["cost"] or 0)
        if cost not in (2, 3) or counts.get(cost, [0])[0] >= how_many // (1 if cost == 2 else 20):
            continue
        person = features.iloc[answer["row"]]
        count = counts.setdefault(cost, [0, 0, 0])
        count[0] += 1
        for chosen in itertools.combinations(table.columns, cost - 1):
            grid = pandas.DataFrame(itertools.product(*(tries[name] for name in chosen)), columns=list(chosen))
            states = pandas.concat([person.to_frame().T] * len(grid), ignore_index=True).astype(features.dtypes)
            for name in chosen:
                states[name] = grid[name].to_numpy()
            count[1] += len(states)
            count[2] += int((model.predict(in_columns(states, names), output_margin=True) > 0).sum())
    return counts


def ocean(table, label, features, answers, how_many):
    """Seconds and optima of OCEAN's constraint programming on the same trees."""
    from ocean import ConstraintProgrammingExplainer
    from ocean.feature import parse_features

    names = tuple(n for n in table.columns if table[n].dtype.kind not in "iuf")
    columns, mapper = parse_features(table, encoded=names, scale=False, drop_constant=False)
    model = boosted(100, 6).fit(columns, label)
    began = time.process_time()
    explainer = ConstraintProgrammingExplainer(model, mapper=mapper)
    build = time.process_time() - began
    seconds, ours, same, cut = [], [], 0, 0
    for answer in [a for a in answers if a["cost"]][:how_many]:
        row = columns.loc[features.index[answer["row"]]]
        began = time.process_time()
        found = explainer.explain(row.to_numpy().astype(float), y=1, norm=0, num_workers=1, max_time=120)
        seconds.append(time.process_time() - began)
        ours.append(answer["search"] / 1e3)
        if found is None or explainer.get_solving_status() != "OPTIMAL":
            cut += 1
        else:
            same += round(explainer.get_distance()) == int(answer["cost"])
    return build, numpy.mean(seconds), numpy.mean(ours), same, len(seconds) - cut, cut


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models")
    parser.add_argument("--program", required=True)
    parser.add_argument("--only", default="", help="names of models that hold this")
    parser.add_argument("--ocean", type=int, default=0)
    parser.add_argument("--proofs", type=int, default=0)
    parser.add_argument("--growth")
    args = parser.parse_args()
    names = sorted(f[:-5] for f in os.listdir(args.models) if f.endswith(".cogs") and args.only in f)
    growth, bad = [], False
    print("| model | people | costs | mean | median | p99 | checker, mean | flipped by XGBoost |\n|---|---|---|---|---|---|---|---|")
    asked = {}
    for name in names:
        answers = ask(args.program, os.path.join(args.models, name + ".cogs"), os.path.join(args.models, name + ".people.csv"))
        features = pandas.read_csv(os.path.join(args.models, name + ".people.csv"), keep_default_na=False)
        model = xgboost.XGBClassifier()
        model.load_model(os.path.join(args.models, name + ".json"))
        columns = model.get_booster().feature_names
        asked[name] = (answers, features, model, columns)
        good, all_found = flipped(model, features, columns, answers)
        times = numpy.array([a["search"] for a in answers])
        costs = {}
        for a in answers:
            costs[a["cost"] or a["status"]] = costs.get(a["cost"] or a["status"], 0) + 1
            bad = bad or a["status"] == "wrong"
        bad = bad or good != all_found
        shown = ", ".join(f"{k}: {v}" for k, v in sorted(costs.items()))
        print(f"| {name} | {len(answers)} | {shown} | {times.mean():.3f} ms | {numpy.median(times):.3f} | "
              f"{numpy.percentile(times, 99):.2f} | {numpy.mean([a['check'] for a in answers]):.3f} | {good} of {all_found} |", flush=True)
        if size := re.fullmatch(r"(\w+)_(\d+)x(\d+)", name):
            for cost in {a["cost"] for a in answers if a["cost"]} | {""}:
                some = [a["search"] for a in answers if cost in ("", a["cost"])]
                growth.append([*size.groups(), cost, len(some), numpy.mean(some), numpy.percentile(some, 99)])
    if args.proofs:
        print("\n| model | cost | people | cheaper states tried | liked by XGBoost |\n|---|---|---|---|---|")
        for name in [n for n in names if n.endswith("_100x6")]:
            answers, features, model, columns = asked[name]
            table = pandas.read_csv(os.path.join(args.models, name.split("_")[0] + ".csv"), keep_default_na=False)
            for cost, (people, states, liked) in sorted(proved(model, table, columns, features, answers, args.proofs).items()):
                bad = bad or liked > 0
                print(f"| {name} | {cost} | {people} | {states} | {liked} |", flush=True)
    if args.ocean:
        print("\n| model | OCEAN: build | CPU s a person | cogs: CPU ms a person | ratio | equal optima | cut |\n|---|---|---|---|---|---|---|")
        for name in [n for n in names if n.endswith("_100x6")]:
            answers, features, *_ = asked[name]
            table = pandas.read_csv(os.path.join(args.models, name.split("_")[0] + ".labelled.csv"), keep_default_na=False)
            label = table.pop("wanted")
            people = pandas.read_csv(os.path.join(args.models, name + ".rows.csv"))["row"]
            build, theirs, ours, same, proved_by_both, cut = ocean(table, label, features.set_index(people), answers, args.ocean)
            bad = bad or same != proved_by_both
            print(f"| {name} | {build:.1f} s | {theirs:.2f} | {ours * 1e3:.3f} | {theirs / ours:,.0f} | {same} of {proved_by_both} | {cut} |", flush=True)
    if args.growth:
        with open(args.growth, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["table", "trees", "depth", "cost", "people", "mean_ms", "p99_ms"], *growth])
    sys.exit(bad)


if __name__ == "__main__":
    main()
