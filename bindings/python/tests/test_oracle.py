# SPDX-License-Identifier: Apache-2.0
"""Random models with causes, through the binding and by the program: the same bytes."""

import json
import random

import pytest
from conftest import read_csv

import cogs

NAMES = ["red", "green", "it's", "a b", "Ünï", "x,y", 'q"q', "7"]


def quoted(value):
    return "'" + value.replace("'", "''") + "'"


class Drawn:
    """A model, and people for it."""

    def __init__(self, seed):
        self.draw = draw = random.Random(seed)
        self.domains = {}
        for i in range(draw.randint(2, 5)):
            numeric = draw.random() < 0.5
            self.domains[f"f{i}"] = range(draw.choice([6, 101, 10**6])) if numeric else draw.sample(NAMES, draw.randint(2, 4))
        lines = []
        for name, domain in self.domains.items():
            numeric = isinstance(domain, range)
            kind = f"integer 0..{domain[-1]}" if numeric else "{" + ", ".join(map(quoted, domain)) + "}"
            lines.append(f"#feature {name} : {kind}{draw.choice(['', ', fixed', ', cost 3', ', may increase' if numeric else ''])}.")
        lines += ["#feature follows : {low, high}, caused.", "#undesired bad(X).", "#causal follows : if."]
        lines.append(f"follows(X, high) :- {self.literal('f0', 0)}.")
        lines.append(f"bad(X) :- follows(X, low), {self.body()}.")
        lines += [f"bad(X) :- {self.body()}." for _ in range(draw.randint(1, 3))]
        self.text = "\n".join(lines) + "\n"

    def literal(self, name, place):
        domain = self.domains[name]
        if isinstance(domain, range):
            return f"{name}(X, V{place}), V{place} #{self.draw.choice(['<', '>', '=<', '>='])} {self.draw.choice(domain)}"
        return f"{self.draw.choice(['', 'not '])}{name}(X, {quoted(self.draw.choice(domain))})"

    def body(self):
        names = self.draw.sample(list(self.domains), self.draw.randint(1, len(self.domains)))
        return ", ".join(self.literal(name, i) for i, name in enumerate(names))

    def person(self):
        found = {name: self.draw.choice(domain) for name, domain in self.domains.items() if self.draw.random() < 0.95}
        return {**found, "follows": self.draw.choice(["low", "high"])}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(20))
def test_answers_are_those_of_the_program(tmp_path, seed, program):
    drawn = Drawn(seed)
    (tmp_path / "m.cogs").write_text(drawn.text, encoding="utf-8")
    model = cogs.Model.parse(drawn.text, "m.cogs")
    people = [drawn.person() for _ in range(20)]
    (tmp_path / "p.json").write_text(json.dumps(people[0], ensure_ascii=False), encoding="utf-8")
    given, said = drawn.draw.choice([({}, []), ({"top": 3}, ["--top", "3"]), ({"fix": ["f0"]}, ["--fix", "f0"]), ({"all": True}, ["--all"])])
    way = model.recourse(people[0], **given)
    asked = ("m.cogs", "p.json", "--json", "--no-timing")
    assert way.to_json(timing=False) == program("recourse", *asked, *said, cwd=tmp_path, ok=(0, 1))
    assert model.check(way).right
    if seed % 2:
        assert model.why(people[0]).to_json(timing=False) == program("why", *asked, cwd=tmp_path, ok=(0, 1))
    names = list(model.features)
    with open(tmp_path / "people.jsonl", "w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(person, ensure_ascii=False) + "\n" for person in people)
    program("batch", "m.cogs", "people.jsonl", "-o", "out.csv", cwd=tmp_path, ok=(0, 3))
    expected = read_csv((tmp_path / "out.csv").read_text(encoding="utf-8"))
    answers = model.batch([{n: p.get(n) for n in names} for p in people], form="text", columns="only")
    assert [{k: v or "" for k, v in row.items()} for row in answers] == [
        {k: v for k, v in row.items() if k.startswith("cogs_")} for row in expected
    ]
