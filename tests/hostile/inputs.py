# SPDX-License-Identifier: Apache-2.0
"""Inputs that are small to write down and large to answer: models, tables and records.

Each function takes a folder and gives the names of the files that it has written there. The same
call writes the same bytes.

    python3 tests/hostile/inputs.py FOLDER       writes all of them, to try things out by hand
"""

import gzip
import json
import pathlib
import random
import sys


class Question:
    """A model with a person, and a table of people who differ from that one in one feature each."""

    OTHER = {"no": "yes", "yes": "no", "h0": "h1"}

    def __init__(self, folder, name, model, person, rows=40):
        self.name = name
        self.folder = pathlib.Path(folder)
        self.model = self._write(".cogs", model)
        self.record = self._write(".json", json.dumps(person) + "\n")
        lines = [",".join(person)]
        for i in range(rows):
            values = list(map(str, person.values()))
            if i > 0:
                at = i % len(values)
                values[at] = self.OTHER.get(values[at], values[at])
            lines.append(",".join(values))
        self.table = self._write(".csv", "\n".join(lines) + "\n")

    def _write(self, ending, text):
        path = self.folder / (self.name + ending)
        path.write_text(text, encoding="utf-8")
        return str(path)


def _switches(names, option=""):
    return "".join(f"#feature {name} : {{no, yes}}{option}.\n" for name in names)


def set_cover(folder, features=200, rules=1000, seed=1):
    """Every rule asks for one of a few features to change; which few cover all of them?"""
    draw = random.Random(seed)
    names = [f"x{i}" for i in range(features)]
    text = _switches(names) + "#undesired refused(X).\n"
    for _ in range(rules):
        body = ", ".join(f"{name}(X, no)" for name in sorted(draw.sample(names, 5)))
        text += f"refused(X) :- {body}.\n"
    return Question(folder, f"set_cover_{features}", text, dict.fromkeys(names, "no"))


def three_sat(folder, variables=60, ratio=4.26, seed=2):
    """Random clauses, as many as make it hard to tell whether anything fulfils them all."""
    draw = random.Random(seed)
    names = [f"v{i}" for i in range(variables)]
    text = _switches(names) + "#undesired refused(X).\n"
    for _ in range(int(ratio * variables)):
        body = ", ".join(f"{name}(X, {draw.choice(['no', 'yes'])})"
                         for name in sorted(draw.sample(names, 3)))
        text += f"refused(X) :- {body}.\n"
    person = {name: draw.choice(["no", "yes"]) for name in names}
    return Question(folder, f"three_sat_{variables}", text, person)


def pigeon_holes(folder, holes=9):
    """One pigeon more than there are holes: no state is a goal, and the proof is long."""
    names = [f"p{i}" for i in range(holes + 1)]
    values = ", ".join(f"h{i}" for i in range(holes))
    text = "".join(f"#feature {name} : {{{values}}}.\n" for name in names)
    text += "#undesired refused(X).\n"
    for i, one in enumerate(names):
        for other in names[i + 1:]:
            for hole in range(holes):
                text += f"refused(X) :- {one}(X, h{hole}), {other}(X, h{hole}).\n"
    return Question(folder, f"pigeon_holes_{holes}", text, dict.fromkeys(names, "h0"))


def many_blockers(folder, pairs=40):
    """Nothing may change, and of each of many pairs one would have to."""
    names = [f"{side}{i}" for i in range(pairs) for side in "ab"]
    text = _switches(names, ", fixed") + "#undesired refused(X).\n"
    for i in range(pairs):
        text += f"refused(X) :- a{i}(X, no), b{i}(X, no).\n"
    return Question(folder, f"many_blockers_{pairs}", text, dict.fromkeys(names, "no"))


def shared_auxiliaries(folder, levels=30):
    """Two auxiliaries a level, each of which uses both of the level below."""
    text = _switches(["a", "b"]) + "#undesired refused(X).\n"
    text += "p0(X) :- a(X, no).\nq0(X) :- b(X, no).\n"
    for i in range(1, levels + 1):
        for side in "pq":
            text += f"{side}{i}(X) :- p{i - 1}(X), q{i - 1}(X).\n"
    text += f"refused(X) :- p{levels}(X).\n"
    return Question(folder, f"shared_auxiliaries_{levels}", text, {"a": "no", "b": "no"})


def long_chain(folder, length=20000):
    """Auxiliaries that each use the next one."""
    text = _switches(["a"]) + "#undesired refused(X).\nrefused(X) :- p0(X).\n"
    text += "".join(f"p{i}(X) :- p{i + 1}(X).\n" for i in range(length))
    text += f"p{length}(X) :- a(X, no).\n"
    return Question(folder, f"long_chain_{length}", text, {"a": "no"})


def negated_chain(folder, length=20000):
    """The same with negations: every second one holds."""
    length -= length % 2
    text = _switches(["a"]) + "#undesired refused(X).\nrefused(X) :- p0(X).\n"
    text += "".join(f"p{i}(X) :- not p{i + 1}(X).\n" for i in range(length))
    text += f"p{length}(X) :- a(X, no).\n"
    return Question(folder, f"negated_chain_{length}", text, {"a": "no"})


def wide_diagram(folder, features=36, seed=3):
    """Sums of products that no order of the features keeps small: a large decision diagram."""
    draw = random.Random(seed)
    half = features // 2
    names = [f"x{i}" for i in range(features)]
    partners = list(range(half, features))
    draw.shuffle(partners)
    text = _switches(names) + "#undesired refused(X).\n"
    for i in range(half):
        text += f"refused(X) :- x{i}(X, no), x{partners[i]}(X, no).\n"
    return Question(folder, f"wide_diagram_{features}", text, dict.fromkeys(names, "no"))


def many_ways(folder, people=3000, features=40, seed=4):
    """People with ways of their own: the fewest features that help most of them are hard to find."""
    draw = random.Random(seed)
    names = [f"x{i}" for i in range(features)]
    text = _switches(names) + "#feature kind : integer 0..1000000.\n#undesired refused(X).\n"
    question = None
    # A person of kind K needs one of three pairs of switches.
    kinds = 300
    for kind in range(kinds):
        pairs = [sorted(draw.sample(names, 2)) for _ in range(3)]
        for i in range(8):
            chosen = [pair[(i >> k) & 1] for k, pair in enumerate(pairs)]
            body = ", ".join(f"{name}(X, no)" for name in sorted(set(chosen)))
            text += f"refused(X) :- kind(X, {kind}), {body}.\n"
    text = text.replace("integer 0..1000000", "integer 0..1000000, fixed")
    person = dict.fromkeys(names, "no")
    person["kind"] = 0
    question = Question(folder, f"many_ways_{people}", text, person, rows=1)
    lines = [",".join(person)]
    for i in range(people):
        person["kind"] = i % kinds
        lines.append(",".join(str(value) for value in person.values()))
    pathlib.Path(question.table).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return question


def score_knapsack(folder, features=60, seed=6):
    """Which changes bring a sum of points to its threshold for the least: prices are the points, nearly."""
    draw = random.Random(seed)
    names = [f"x{i}" for i in range(features)]
    points = {name: draw.randrange(10 ** 8, 10 ** 9) for name in names}
    text = "".join(f"#feature {name} : {{no, yes}}, cost {points[name] + draw.randrange(3)}.\n" for name in names)
    text += "#score risk : base 0.\n"
    text += "".join(f"risk(X, {points[name]}) :- {name}(X, yes).\n" for name in names)
    text += f"#undesired refused(X).\nrefused(X) :- risk(X, S), S < {sum(points.values()) // 2}.\n"
    return Question(folder, f"score_knapsack_{features}", text, dict.fromkeys(names, "no"))


def score_of_threes(folder, features=60, rules=400, seed=7):
    """Points for three features together: no feature is worth anything by itself."""
    draw = random.Random(seed)
    names = [f"x{i}" for i in range(features)]
    text = _switches(names) + "#score risk : base 0.\n"
    total = 0
    for _ in range(rules):
        body = ", ".join(f"{name}(X, {draw.choice(['no', 'yes'])})" for name in sorted(draw.sample(names, 3)))
        points = draw.randrange(1, 1000)
        total += points
        text += f"risk(X, {points}) :- {body}.\n"
    text += f"#undesired refused(X).\nrefused(X) :- risk(X, S), S < {total // 4}.\n"
    return Question(folder, f"score_of_threes_{features}", text, dict.fromkeys(names, "no"))


def loan(folder):
    """A model that is easy, for tables that are not."""
    text = ("#feature debt : integer 0..1000000.\n"
            "#feature score : integer 300..850.\n"
            "#undesired refused(X).\n"
            "refused(X) :- debt(X, D), D #> 100.\n"
            "refused(X) :- score(X, S), S #< 600.\n")
    return Question(folder, "loan", text, {"debt": 500, "score": 500}, rows=1)


def wide_header(folder, columns=1000000):
    """A table of two lines: a great many columns."""
    path = pathlib.Path(folder) / "wide_header.csv"
    with open(path, "w", encoding="utf-8") as out:
        out.write("debt,score," + ",".join(f"c{i}" for i in range(columns)) + "\n")
        out.write("500,500," + ",".join("1" for _ in range(columns)) + "\n")
    return str(path)


def bad_rows(folder, rows=4000000):
    """A small packed file of rows that the model cannot take: no score is 7."""
    path = pathlib.Path(folder) / "bad_rows.csv.gz"
    with open(path, "wb") as file:
        with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=9, mtime=0) as out:
            out.write(b"debt,score\n")
            piece = b"500,7\n" * 10000
            for _ in range(rows // 10000):
                out.write(piece)
    return str(path)


def unreadable_rows(folder, rows=4000000):
    """The same with rows that have a field too many."""
    path = pathlib.Path(folder) / "unreadable_rows.csv.gz"
    with open(path, "wb") as file:
        with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=9, mtime=0) as out:
            out.write(b"debt,score\n")
            piece = b"1,2,3\n" * 10000
            for _ in range(rows // 10000):
                out.write(piece)
    return str(path)


def many_values(folder, rows=1500000, seed=5):
    """A table whose values are all different."""
    path = pathlib.Path(folder) / "many_values.csv"
    draw = random.Random(seed)
    with open(path, "w", encoding="utf-8") as out:
        out.write("debt,score,note\n")
        for i in range(rows):
            out.write(f"{draw.randrange(1000001)},{300 + i % 551},t{draw.randrange(10 ** 9)}\n")
    return str(path)


def records(folder):
    """Records for the model of loan() that are no records, by name."""
    texts = {
        "deep": "[" * 200000 + "]" * 200000,
        "deep_object": '{"debt":' * 100000 + "1" + "}" * 100000,
        "large_number": '{"debt": 1e999999999, "score": 500}',
        "long_number": '{"debt": ' + "9" * 2000000 + ', "score": 500}',
        "many_members": "{" + ",".join(f'"m{i}": {i}' for i in range(300000)) + "}",
        "many_lists": "{" + ",".join(f'"m{i}": [{i}]' for i in range(300000)) + "}",
        "twice": "{" + ",".join('"debt": 1' for _ in range(100000)) + "}",
    }
    files = {}
    for name, text in texts.items():
        path = pathlib.Path(folder) / f"record_{name}.json"
        path.write_text(text + "\n", encoding="utf-8")
        files[name] = str(path)
    return files


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for make in (set_cover, three_sat, pigeon_holes, many_blockers, shared_auxiliaries, long_chain,
                 wide_diagram, many_ways, score_knapsack, score_of_threes, loan, wide_header, bad_rows, unreadable_rows,
                 many_values, records):
        make(target)
