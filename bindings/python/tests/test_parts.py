# SPDX-License-Identifier: Apache-2.0
"""An audit of a table in parts is that of the whole table, byte for byte, however it is cut."""

import os
import random

import pytest
from conftest import EXAMPLES, LOAN

import cogs

pa = pytest.importorskip("pyarrow")
from cogs import _parts  # noqa: E402

SEED = int(os.environ.get("COGS_SEED", "7"))


@pytest.fixture(scope="module")
def model():
    return cogs.Model.parse(LOAN, "loan.cogs")


@pytest.fixture(scope="module")
def table():
    draw = random.Random(SEED)
    print("seed", SEED)
    rows = 4000
    return pa.table({
        "age": [draw.randint(18, 90) for _ in range(rows)],
        "debt": [draw.choice([0, 0, 5000, draw.randint(0, 9999)]) for _ in range(rows)],
        "bank_balance": [draw.randint(0, 120000) for _ in range(rows)],
        "credit_score": [draw.randint(300, 860) for _ in range(rows)],  # some are more than 850
        "branch": [draw.choice(["1", "1.0", "n/a", "x", None]) for _ in range(rows)],
        "town": pa.array([f"t{draw.randint(1, 60)}" for _ in range(rows)]).dictionary_encode(),
        "tags": [["a"]] * rows,  # nobody asks about it
    })  # fmt: skip


@pytest.mark.parametrize("by, cross", [([], False), (["age"], False), (["branch", "age"], True), (["town", "branch"], True)])
def test_the_report_does_not_depend_on_the_parts(model, table, by, cross):
    options = {"by": by, "cross": cross, "strict": False, "policy": "protected age\nproxy town\n"}
    expected = model.audit(table, **options).to_json(timing=False)
    for size, batch in ((61, 61), (700, 50), (4000, 333)):
        parts = [
            _parts.Parts(model, by)(table.slice(at, size).to_batches(max_chunksize=batch)) for at in range(0, table.num_rows, size)
        ]
        assert _parts.finish(model, parts, **options).to_json(timing=False) == expected
        twice = [_parts.Parts(model, by).of(_parts.join(parts), counted=True)]  # parts of parts
        assert _parts.finish(model, twice, **options).to_json(timing=False) == expected
    assert _parts.audit(model, table.to_batches(), **options).to_json(timing=False) == expected


def test_few_rows_are_sent(model, table):
    part = _parts.Parts(model)([table])
    assert part.num_rows < 50


def test_bad_rows_are_named_by_their_places(model, table):
    parts = [_parts.Parts(model)([table.slice(at, 900)]) for at in range(0, table.num_rows, 900)]
    said = []
    for ask in (lambda: model.audit(table), lambda: _parts.finish(model, parts, by=[], cross=False, policy=None, strict=True)):
        with pytest.raises(cogs.InputError) as error:
            ask()
        said.append(str(error.value))
    assert said[0] == said[1] and "row " in said[0]


def test_constraints_and_prices_of_each_person(table):
    priced = cogs.Model.parse(LOAN.replace('unit "$".\n#feature bank', 'unit "$", cost 1 per 1000.\n#feature bank'))
    own = table.append_column("no", pa.array([["debt", "", "age;debt"][i % 3] for i in range(table.num_rows)]))
    options = {"fix_column": ["no"], "by": ["branch"], "strict": False}
    expected = priced.audit(own, **options).to_json(timing=False)
    parts = [_parts.Parts(priced, ["branch"], fix_column=["no"])([own.slice(at, 500)]) for at in range(0, own.num_rows, 500)]
    found = _parts.finish(priced, parts, by=["branch"], cross=False, policy=None, strict=False, fix_column=["no"])
    assert found.to_json(timing=False) == expected


def test_seconds_are_refused_and_wrong_counts_too(model, table):
    with pytest.raises(cogs.OptionsError, match="effort_limit"):
        _parts.Parts(model, time_limit=1)
    few = table.slice(0, 3)
    for cells in (["n1:1", "n1:2", "x"], ["n1:1", "n0:2", "n1:3"], ["n1:1;2", "n1:2", "n1:3"], ["n2:2;1", "n1:2", "n1:3"]):
        with pytest.raises(cogs.InputError, match="stands for"):
            model.audit(few.append_column("cogs_rows", pa.array(cells)), counted="cogs_rows", strict=False)
    with pytest.raises(cogs.InputError, match="no column 'elsewhere'"):
        model.audit(few, counted="elsewhere", strict=False)


def test_adult_in_parts(adult_file):
    adult = cogs.load(EXAMPLES / "adult" / "adult.cogs")
    import pyarrow.csv

    rows = pyarrow.csv.read_csv(adult_file).slice(0, 20000)
    options = {"by": ["sex", "age"], "cross": True, "strict": False, "ways": 1}
    expected = adult.audit(rows, **options).to_json(timing=False)
    parts = [_parts.Parts(adult, ["sex", "age"], ways=1)([rows.slice(at, 7000)]) for at in range(0, rows.num_rows, 7000)]
    assert _parts.finish(adult, parts, policy=None, **options).to_json(timing=False) == expected
