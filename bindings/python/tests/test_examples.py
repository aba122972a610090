# SPDX-License-Identifier: Apache-2.0
"""Every example of the command line that asks about a person, through Python: the same bytes."""

import json
import shlex
import warnings
from pathlib import Path

import pytest
from conftest import EXAMPLES

import cogs

NAMES = {"--fix": "fix", "--only": "only", "--allow": "allow", "--range": "range", "--cost": "cost", "--top": "top",
         "--max-length": "max_length", "--desired": "desired", "--reasons": "reasons",
         "--rather-than": "rather_than", "--codes": "codes", "--against": "against"}  # fmt: skip
FLAGS = {"--all": "all", "--certain": "certain", "--set-missing": "set_missing", "--first": "first",
         "--sufficient": "sufficient"}  # fmt: skip


def questions():
    for file in sorted(EXAMPLES.glob("*/*.cmd")):
        words = shlex.split(file.read_text(), comments=True)
        expected = file.with_name(file.stem + ".expected.json")
        if len(words) > 3 and words[0] == "cogs" and words[1] in ("recourse", "why") and expected.exists():
            yield pytest.param(file, words[1:], expected, id=f"{file.parent.name}/{file.stem}")


def read(words):
    """(model, person, options), or None where the case is about files that Python reads otherwise."""
    options, rest = {}, []
    words = list(words)
    while words:
        word = words.pop(0)
        word, _, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if word in FLAGS:
            options[FLAGS[word]] = True
        elif word in NAMES:
            value = value or words.pop(0)
            name = NAMES[word]
            if name in ("fix", "only", "allow"):
                options.setdefault(name, []).extend(value.split(","))
            elif name in ("range", "cost"):
                pairs = options.setdefault(name, {})
                for pair in value.split(","):
                    feature, _, text = pair.partition("=")
                    if name == "range":
                        low, _, high = text.partition("..")
                        pairs[feature] = (low or None, high or None)
                    else:
                        pairs[feature] = text
            elif name in ("top", "max_length", "reasons"):
                options[name] = int(value)
            else:
                options[name] = value
        elif word.startswith("-"):
            return None
        else:
            rest.append(word)
    return rest, options


@pytest.mark.parametrize("file, words, expected", list(questions()))
def test_json_and_text_are_those_of_the_program(file, words, expected, monkeypatch):
    found = read(words[1:])
    if found is None:
        pytest.skip("an option that is about printing")
    (model, *who), options = found
    monkeypatch.chdir(file.parent)
    if len(who) == 1 and who[0].endswith(".json"):
        person = json.loads(Path(who[0]).read_text())
    elif all("=" in w for w in who):
        person = dict(w.split("=", 1) for w in who)
        person = {k: None if v == "?" else v for k, v in person.items()}
    else:
        pytest.skip("a row of a file")
    loaded = cogs.load(model)
    with warnings.catch_warnings(action="ignore"):
        answer = loaded.recourse(person, **rename(options)) if words[0] == "recourse" else loaded.why(person, **options)
    assert answer.to_json(timing=False) == expected.read_text()
    text = file.with_name(file.stem + ".expected.txt")
    if text.exists():
        assert str(answer) == text.read_text().rstrip("\n")


def rename(options):
    return {{"range": "ranges", "cost": "costs"}.get(k, k): v for k, v in options.items()}


def test_there_are_cases():
    assert len(list(questions())) > 10
