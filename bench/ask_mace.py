# SPDX-License-Identifier: Apache-2.0
"""MACE (Karimi et al., model-agnostic counterfactual explanations for consequential decisions) on
the people of dice_bench.py: exact like cogs, by satisfiability modulo theories.

MACE explains trained models, so the rules become a decision tree that decides alike: fitted on
values around every threshold, and compared with the rules on those and on the data. It gets what it
has a place for: domains, features that are fixed or move one way only, and the number of changed
features as the distance. Causal rules have none; caused features are kept as they are.
"""

import itertools
import math
import os
import random
import re
import sys
import time
import types

import numpy
import pandas

TREE_ROWS = 200_000  # at most so many points of the grid, drawn, where it has more


def load(folder):
    """MACE's two modules, without the notebook and plotting packages that they only import."""
    sys.path[:0] = [folder, os.path.join(folder, "_data_main")]
    debug = types.ModuleType("debug")
    debug.ipsh = lambda: None
    sys.modules["debug"] = debug
    for name in ("graphviz", "tqdm"):
        try:
            __import__(name)
        except ImportError:
            stand_in = types.ModuleType(name)
            stand_in.tqdm = iter
            sys.modules[name] = stand_in
    sys.modules.setdefault("loadCausalConstraints", types.ModuleType("loadCausalConstraints"))
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        shown, sys.stdout = sys.stdout, nowhere  # it reports on data sets that are not ours
        try:
            import generateSATExplanations
            import loadData
        finally:
            sys.stdout = shown
    return generateSATExplanations, loadData


class Codes:
    """Values as MACE wants them: numbers, with the position, from 1, for a value of a set."""

    def __init__(self, model):
        self.features = model["features"]
        self.positions = {f["name"]: {v: i for i, v in enumerate(f["values"], start=1)}
                          for f in self.features if f["type"] == "set"}

    def encode(self, frame):
        coded = pandas.DataFrame(index=frame.index)
        for feature in self.features:
            name = feature["name"]
            places = self.positions.get(name)
            coded[name] = frame[name].map(places) if places else frame[name]
        return coded.astype(int)

    def decode(self, name, value):
        feature = next(f for f in self.features if f["name"] == name)
        return feature["values"][value - 1] if feature["type"] == "set" else value


def thresholds(model):
    """By feature, the numbers that rules compare it with; no entry where no rule tests it."""
    found = {}
    for rule in model["rules"]:
        feature_of = {}
        for feature, term in re.findall(r"(\w+)\(\s*\w+\s*,\s*([^()]*?)\s*\)", rule["text"]):
            feature_of[term] = feature
            found.setdefault(feature, set())
        for variable, number in re.findall(
                r"\b([A-Z_]\w*)\s*#?(?:=<|>=|\\=|<|>|=)\s*(-?\d+(?:\.\d+)?)", rule["text"]):
            found[feature_of[variable]].add(math.floor(float(number)))
    return found


def grid(model, seed):
    """Points around every threshold that the rules name, all values of the sets that they test."""
    compared = thresholds(model)
    choices = {}
    for feature in model["features"]:
        name = feature["name"]
        if feature["type"] == "set":
            choices[name] = feature["values"] if name in compared else feature["values"][:1]
        else:
            low, high = feature["range"]
            near = {low} | {n + d for n in compared.get(name, ()) for d in (-1, 0, 1)}
            choices[name] = sorted(n for n in near if low <= n <= high)
    if math.prod(len(values) for values in choices.values()) <= TREE_ROWS:
        points = list(itertools.product(*choices.values()))
    else:
        draw = random.Random(seed)
        points = [[draw.choice(values) for values in choices.values()] for _ in range(TREE_ROWS)]
    return pandas.DataFrame(points, columns=list(choices))


def tree_of(model, decision, frame, codes, seed):
    from sklearn.tree import DecisionTreeClassifier

    points = pandas.concat([grid(model, seed), frame], ignore_index=True)
    coded, labels = codes.encode(points), decision.predict(points)
    tree = DecisionTreeClassifier(random_state=seed).fit(coded.to_numpy(), labels)
    if list(tree.predict(coded.to_numpy())) != list(labels):
        sys.exit("the tree for MACE decides otherwise than the rules")
    return tree


def attributes(load_data, model):
    def attribute(name, short, kind, node, actionability, low, high):
        return load_data.DatasetAttribute(
            attr_name_long=name, attr_name_kurz=short, attr_type=kind, node_type=node,
            actionability=actionability, mutability=actionability != "none", parent_name_long=-1,
            parent_name_kurz=-1, lower_bound=low, upper_bound=high)

    found = {"outcome": attribute("outcome", "y", "binary", "output", "none", 0, 1)}
    for i, feature in enumerate(model["features"]):
        moves = {"increase": "same-or-increase", "decrease": "same-or-decrease"}
        fixed = feature["fixed"] or feature["caused"]
        actionability = "none" if fixed else moves.get(feature["may"], "any")
        if feature["type"] == "set":
            kind, low, high = "categorical", 1, len(feature["values"])
        else:
            kind, (low, high) = "numeric-int", feature["range"]
        found[feature["name"]] = attribute(feature["name"], f"x{i}", kind, "input", actionability,
                                           low, high)
    return found


def ask_mace(folder, model, decision, frame, people, seed):
    """For each person the values of all features, or none, and the wall and CPU seconds."""
    generate, load_data = load(folder)
    codes = Codes(model)
    tree = tree_of(model, decision, frame, codes, seed)
    known = codes.encode(people)
    known.insert(0, "outcome", decision.predict(people))
    data = load_data.Dataset(known, attributes(load_data, model), False, "people")
    answers, wall, cpu = [], [], []
    for number in range(len(people)):
        person = {"y": False}
        person.update({f"x{i}": int(known.iloc[number][f["name"]])
                       for i, f in enumerate(model["features"])})
        began, cpu_began = time.perf_counter(), time.process_time()
        answer = generate.genExp(os.devnull, tree, data, person, norm_type="zero_norm",
                                 approach_string="mace", epsilon=1e-3)
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - cpu_began)
        sample = answer["cfe_sample"]
        answers.append([codes.decode(f["name"], sample[f"x{i}"])
                        for i, f in enumerate(model["features"])] if sample else [])
    return answers, wall, cpu
