#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the models that bench/score_bench.py asks for, and draws the people.

    python bench/score_models.py FOLDER --data "$COGS_DATA" --bureau BUREAU.csv

Writes for each of adult, german and bureau (bench/make_bureau.py) and each kind of model
  NAME.json          XGBoost's own file, or for forests score.json as the Python package writes it
  NAME.people.csv    people whom the model turns down, drawn with a fixed seed, as they stand in the table
  NAME.columns.csv   the same people in the model's own columns, with `raw_score`
  NAME.rows.csv      which rows of TABLE.csv they are
  TABLE.csv          the table without its label: domains and steps of the features
  TABLE.labelled.csv the same with `wanted`, 1 where the decision was the wanted one
Rows with missing values are left out. Categories are one-hot columns (pandas.get_dummies), so that
every tool at hand takes the same model.
"""

import argparse
import os

import numpy
import pandas
import xgboost

SEED = 1


def tables(args):
    """name -> (features, label 1 = the wanted decision)"""
    adult = pandas.read_csv(os.path.join(args.data, "adult/adult.csv"), skipinitialspace=True, na_values="?").dropna()
    yield "adult", adult.drop(columns=["label", "fnlwgt", "education"]), (adult["label"] == ">50K").astype(int)
    german = pandas.read_csv(os.path.join(args.data, "german/german.csv"))
    # XGBoost takes no such characters in names of columns.
    german = german.replace({"<": "under ", r"[\[\]]": "", "=": "from "}, regex=True)
    yield "german", german.drop(columns=["Label"]), (german["Label"] == "good").astype(int)
    bureau = pandas.read_csv(args.bureau, na_values="?").dropna()
    yield "bureau", bureau.drop(columns=["risk"]), (bureau["risk"] == bureau["risk"].mode()[0]).astype(int)


def encoded(features):
    """Column by column: numbers as they are, all else as one-hot columns."""
    parts = [features[[name]] if features[name].dtype.kind in "iuf" else pandas.get_dummies(features[[name]], dtype=float)
             for name in features.columns]
    return pandas.concat(parts, axis=1).astype("float32")


def boosted(trees, depth):
    return xgboost.XGBClassifier(n_estimators=trees, max_depth=depth, learning_rate=0.3, n_jobs=2, random_state=SEED,
                                 tree_method="hist", enable_categorical=False)


def write(folder, name, model, features, columns, people):
    model.save_model(os.path.join(folder, name + ".json"))
    raw = model.predict(columns, output_margin=True)
    down = numpy.flatnonzero(raw < 0)
    drawn = numpy.sort(numpy.random.default_rng(SEED).permutation(down)[:people])
    features.iloc[drawn].to_csv(os.path.join(folder, name + ".people.csv"), index=False)
    pandas.DataFrame({"row": drawn}).to_csv(os.path.join(folder, name + ".rows.csv"), index=False)
    with_score = columns.iloc[drawn].copy()
    with_score["raw_score"] = raw[drawn]
    with_score.to_csv(os.path.join(folder, name + ".columns.csv"), index=False)
    print(f"{name}: {len(down)} of {len(raw)} rows turned down, {len(drawn)} drawn", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--data", default=os.environ.get("COGS_DATA", ""), help="folder of the UCI tables")
    parser.add_argument("--bureau", required=True, help="bureau.csv of bench/make_bureau.py")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--growth", action="store_true", help="also models of other sizes, for the plot of growth")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    for name, features, label in tables(args):
        columns = encoded(features)
        features.to_csv(os.path.join(args.folder, name + ".csv"), index=False)
        features.assign(wanted=label).to_csv(os.path.join(args.folder, name + ".labelled.csv"), index=False)
        sizes = [(100, 6), (500, 6)]
        if args.growth:
            sizes += [(25, 6), (50, 6), (200, 6), (1000, 6), (100, 2), (100, 3), (100, 4), (100, 5), (100, 8)]
        for trees, depth in sizes:
            write(args.folder, f"{name}_{trees}x{depth}", boosted(trees, depth).fit(columns, label), features, columns,
                  args.people)


if __name__ == "__main__":
    main()
