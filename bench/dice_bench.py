#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cogs beside DiCE: the same people, the same decision, the same measures.

    pip install dice-ml
    python bench/dice_bench.py --cogs COGS --model examples/adult/adult.cogs --data adult.csv
    pip install pysmt z3-solver 'numpy<2'                     # and for MACE, from a checkout of it:
    python bench/dice_bench.py --data adult.csv --mace MACE   # see ask_mace.py

Draws people who have the undesired decision, asks cogs and DiCE (methods random and genetic, one
counterfactual each) for a way out, and has `cogs evaluate` measure all answers. DiCE gets the
model's decision as a black box, and all restrictions that it has a place for: features that are
fixed or caused are not varied, and permitted ranges are the domains, from a person's own value on
where a feature moves one way only. Causal rules have no place there.

Fails if an answer of cogs is not valid, breaks a restriction or a causal rule, or if an answer of
DiCE that does none of this costs less. Prints a table in Markdown; files stay in --out.
"""

import argparse
import csv
import json
import os
import platform
import random
import re
import resource
import statistics
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy
import pandas

COMPARE = {"=<": numpy.less_equal, "<": numpy.less, ">": numpy.greater, ">=": numpy.greater_equal,
           "=": numpy.equal, "\\=": numpy.not_equal}
TEST = re.compile(r"^(\w+)\s*#?(=<|>=|\\=|<|>|=)\s*(.+)$")
ATOM = re.compile(r"^(\w+)\((.*)\)$", re.DOTALL)


def split(text, separator=","):
    """Parts of a rule's body; separators inside brackets and quotes do not count."""
    parts, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(text):
        if c == "'":
            quoted = not quoted
        elif not quoted and c in "()":
            depth += 1 if c == "(" else -1
        elif not quoted and depth == 0 and c == separator:
            parts.append(text[start:i].strip())
            start = i + 1
    return parts + [text[start:].strip()]


def constant(text):
    return text.strip()[1:-1] if text.strip().startswith("'") else text.strip()


def atom_key(predicate, arguments):
    return predicate, tuple(constant(a) for a in arguments[1:])


class Decision:
    """The rules of a model as a classifier: class 1 is the desired one. Written for the rules of
    the examples; check_against compares it with `cogs predict`."""

    classes_ = numpy.array([0, 1])

    def __init__(self, model):
        self.features = [f["name"] for f in model["features"]]
        self.rules = {}
        for rule in model["rules"]:
            head, _, body = rule["text"].rstrip().rstrip(".").partition(":-")
            predicate, arguments = ATOM.match(head.strip()).groups()
            self.rules.setdefault(atom_key(predicate, split(arguments)), []).append(split(body))
        predicate, arguments = ATOM.match(model["undesired"]).groups()
        self.undesired = atom_key(predicate, split(arguments))

    def holds(self, atom, columns, rows):
        found = numpy.zeros(rows, dtype=bool)
        for body in self.rules.get(atom, []):
            variables, all_hold = {}, numpy.ones(rows, dtype=bool)
            for literal in body:
                all_hold &= self.literal(literal, variables, columns, rows)
            found |= all_hold
        return found

    def literal(self, text, variables, columns, rows):
        if text.startswith("not"):
            inner = text[3:].strip()
            if inner.startswith("(") and inner.endswith(")"):
                inner = inner[1:-1]
            return ~self.literal(inner, variables, columns, rows)
        test = TEST.match(text)
        if test and test.group(1) in variables:
            values = columns[variables[test.group(1)]].astype(float)
            return COMPARE[test.group(2)](values, float(test.group(3)))
        predicate, arguments = ATOM.match(text).groups()
        arguments = split(arguments)
        if predicate not in self.features:
            return self.holds(atom_key(predicate, arguments), columns, rows)
        if re.match(r"^[A-Z_]", arguments[1]):
            variables[arguments[1]] = predicate
            return numpy.ones(rows, dtype=bool)
        return columns[predicate].astype(str) == constant(arguments[1])

    def predict(self, frame):
        columns = {name: numpy.asarray(frame[name], dtype=object) for name in self.features}
        return (~self.holds(self.undesired, columns, len(frame))).astype(int)

    def predict_proba(self, frame):
        good = self.predict(frame)
        return numpy.column_stack([1 - good, good]).astype(float)

    def check_against(self, cogs, model, data, frame):
        done = subprocess.run([cogs, "predict", model, data, "-q", "--jsonl"], check=True,
                              capture_output=True, text=True)
        expected = [int(not json.loads(line)["undesired"]) for line in done.stdout.splitlines()]
        if list(self.predict(frame)) != expected:
            sys.exit("the black box decides otherwise than cogs predict")


def read_frame(file, model):
    with open(file, newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    column_of = {name.lower(): name for name in rows[0]}
    frame = pandas.DataFrame()
    for feature in model["features"]:
        values = [row[column_of[feature["name"].lower()]].strip() for row in rows]
        if feature["type"] == "set":
            frame[feature["name"]] = pandas.Series(values, dtype=object)
        else:
            frame[feature["name"]] = pandas.Series(pandas.to_numeric(values))
    return frame


def permitted(model, person):
    ranges = {}
    for feature in model["features"]:
        if feature["fixed"] or feature["caused"]:
            continue
        if feature["type"] == "set":
            ranges[feature["name"]] = feature["values"]
            continue
        low, high = feature["range"]
        own = person[feature["name"]].item()
        ranges[feature["name"]] = [own if feature["may"] == "increase" else low,
                                   own if feature["may"] == "decrease" else high]
    return ranges


def ask_dice(method, model, decision, frame, people, seed):
    import dice_ml
    from raiutils.exceptions import UserConfigValidationException

    known = frame.copy()
    known["outcome"] = decision.predict(frame)
    numeric = [f["name"] for f in model["features"] if f["type"] != "set"]
    data = dice_ml.Data(dataframe=known, continuous_features=numeric, outcome_name="outcome")
    box = dice_ml.Model(model=decision, backend="sklearn", model_type="classifier")
    explainer = dice_ml.Dice(data, box, method=method)
    random.seed(seed)
    numpy.random.seed(seed)
    answers, wall, cpu = [], [], []
    for number in range(len(people)):
        person = people.iloc[number:number + 1].reset_index(drop=True)
        ranges = permitted(model, people.iloc[number])
        options = {"total_CFs": 1, "desired_class": "opposite", "permitted_range": ranges,
                   "features_to_vary": list(ranges), "verbose": False}
        if method == "random":
            options["random_seed"] = seed + number
        began, cpu_began = time.perf_counter(), time.process_time()
        try:
            answer = explainer.generate_counterfactuals(person, **options)
            found = answer.cf_examples_list[0].final_cfs_df
        except UserConfigValidationException:
            found = None  # its way to say that there is none
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - cpu_began)
        none = found is None or found.empty
        answers.append([] if none else [found.iloc[0][name] for name in decision.features])
    return answers, wall, cpu


def write_answers(out, features, answers, wall):
    """One row a person; without an answer, its cells are empty."""
    with open(out, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "seconds"] + features)
        for number, (answer, seconds) in enumerate(zip(answers, wall), start=1):
            writer.writerow([number, f"{seconds:.6f}"] + (answer or [""] * len(features)))


def ask_cogs(cogs, model, people, out):
    """Least of five runs of the whole process: wall and CPU seconds."""
    best = (float("inf"), float("inf"))
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        subprocess.run([cogs, "batch", model, people, "-o", out, "-q", "--threads", "1"], check=True)
        wall = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, (cpu, wall))
    return best[1], best[0]


def check(tools):
    """What the table claims, asserted row by row."""
    ours = tools["cogs"]
    if not ours["rows_served"] == ours["counterfactuals"] == ours["reachable"]:
        sys.exit("an answer of cogs is not valid, or breaks something")
    cost = {each["row"]: each["cost"] for each in ours["each"]}
    for name, tool in tools.items():
        for each in tool["each"]:
            if each["reachable"] and each["cost"] < cost[each["row"]]:
                sys.exit(f"row {each['row']}: {name} found something cheaper than cogs")


def share(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "-"


def milliseconds(seconds):
    return f"{seconds * 1000:.3g} ms"


def table(tools, times, people):
    def mean(spread):
        return f"{spread['mean']:.3g}" if spread else "-"

    print("| | " + " | ".join(tools) + " |")
    print("|---|" + "---|" * len(tools))
    lines = [
        ("people with an answer", lambda t: share(t["rows_served"], people)),
        ("answers that are valid", lambda t: share(t["valid"], t["counterfactuals"])),
        ("that break a restriction",
         lambda t: share(t["counterfactuals"] - t["actionable"], t["counterfactuals"])),
        ("that break a causal rule",
         lambda t: share(t["counterfactuals"] - t["consistent"], t["counterfactuals"])),
        ("valid, and break nothing", lambda t: share(t["reachable"], t["counterfactuals"])),
        ("of these, at the least cost", lambda t: share(t["cost"]["at_best"], t["reachable"])),
        ("features changed, mean", lambda t: mean(t["sparsity"])),
        ("cost, mean", lambda t: mean(t["cost"]["all"])),
        ("cost / least cost, mean, where valid and nothing broken",
         lambda t: mean(t["cost"]["ratio"])),
        ("Gower distance to the person, mean", lambda t: mean(t["proximity"]["gower"])),
        ("Gower distance to the nearest row with the other decision, mean",
         lambda t: mean(t["plausibility"]["nearest"])),
    ]
    for words, figure in lines:
        print(f"| {words} | " + " | ".join(figure(t) for t in tools.values()) + " |")
    for words, which in (("CPU time a person, mean", 0), ("wall time a person, mean", 1),
                         ("wall time a person, median", 2)):
        print(f"| {words} | " + " | ".join(
            "-" if times[name][which] is None else milliseconds(times[name][which])
            for name in tools) + " |")


def main():
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser()
    parser.add_argument("--cogs", default=str(root / "build/release/apps/cli/cogs"))
    parser.add_argument("--model", default=str(root / "examples/adult/adult.cogs"))
    parser.add_argument("--data", required=True)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--methods", default="random,genetic")
    parser.add_argument("--mace", metavar="FOLDER", help="a checkout of MACE, to be asked too")
    parser.add_argument("--out", default="dice_bench")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    os.environ["TQDM_DISABLE"] = "1"
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    exported = subprocess.run([arguments.cogs, "export", arguments.model, "--to", "json"],
                              check=True, capture_output=True, text=True)
    model = json.loads(exported.stdout)
    frame = read_frame(arguments.data, model)
    decision = Decision(model)
    decision.check_against(arguments.cogs, arguments.model, arguments.data, frame)
    rejected = numpy.flatnonzero(decision.predict(frame) == 0)
    chosen = sorted(random.Random(arguments.seed).sample(list(rejected), arguments.people))
    people = frame.iloc[chosen].reset_index(drop=True)
    people_file = str(out / "people.csv")
    people.to_csv(people_file, index=False)

    files, times = {"cogs": str(out / "cogs.csv")}, {}
    wall, cpu = ask_cogs(arguments.cogs, arguments.model, people_file, files["cogs"])
    times["cogs"] = (cpu / len(people), wall / len(people), None)
    question = (model, decision, frame, people, arguments.seed)
    others = {"DiCE " + method: lambda method=method: ask_dice(method, *question)
              for method in arguments.methods.split(",")}
    if arguments.mace:
        from ask_mace import ask_mace
        others["MACE"] = lambda: ask_mace(arguments.mace, *question)
    for name, ask in others.items():
        answers, walls, cpus = ask()
        files[name] = str(out / f"{name.lower().replace(' ', '_')}.csv")
        write_answers(files[name], decision.features, answers, walls)
        times[name] = (statistics.mean(cpus), statistics.mean(walls), statistics.median(walls))
        print(f"{name}: {sum(walls):.1f} s", file=sys.stderr)

    command = [arguments.cogs, "evaluate", arguments.model, people_file, "cogs=" + files["cogs"],
               "--data", arguments.data, "--time-column", "seconds", "--json", "--rows", "-q"]
    for name, file in files.items():
        if name != "cogs":
            command += ["--against", f"{name}={file}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    (out / "evaluation.json").write_text(done.stdout, encoding="utf-8")
    tools = {tool["name"]: tool for tool in json.loads(done.stdout)["tools"]}
    check(tools)
    import dice_ml
    version = getattr(dice_ml, "__version__", "")
    if not version:
        from importlib.metadata import version as version_of
        version = version_of("dice-ml")
    print(f"{arguments.people} people of {Path(arguments.data).name}, seed {arguments.seed}; "
          f"dice-ml {version}, Python {platform.python_version()}; load {os.getloadavg()[0]:.1f} "
          f"on {os.cpu_count()} cores at the end\n")
    table(tools, times, arguments.people)


if __name__ == "__main__":
    main()
