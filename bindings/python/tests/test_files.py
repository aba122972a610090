# SPDX-License-Identifier: Apache-2.0
"""From file to file, and python -m cogs."""

import csv as csv_module
import gzip
import os
import subprocess
import sys
from fractions import Fraction

import pytest
from conftest import LOAN, read_csv

import cogs

TABLE = "age,debt,bank_balance,credit_score\n31,5000,40000,599\n50,0,99999,700\n20,much,1,1\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "loan.cogs").write_text(LOAN)
    (tmp_path / "people.csv").write_text(TABLE)
    return tmp_path


def module(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "cogs", *arguments], cwd=folder, capture_output=True, text=True)


def test_csv_to_csv_is_that_of_the_program(loan, folder, program):
    counts = loan.batch_file(folder / "people.csv", folder / "out.csv", errors=folder / "bad.csv")
    assert (counts.rows, counts.found, counts.already, counts.error, counts.finished) == (3, 1, 1, 1, True)
    program("batch", "loan.cogs", "people.csv", "-o", "expected.csv", "--errors", "e.csv", cwd=folder)
    assert (folder / "out.csv").read_bytes() == (folder / "expected.csv").read_bytes()
    assert (folder / "bad.csv").read_bytes() == (folder / "e.csv").read_bytes()
    loan.batch_file(folder / "people.csv", folder / "out.jsonl")
    program("batch", "loan.cogs", "people.csv", "-o", "expected.jsonl", cwd=folder, ok=(3,))
    assert (folder / "out.jsonl").read_bytes() == (folder / "expected.jsonl").read_bytes()


def test_shards_and_options(loan, folder):
    for part in ("1/2", "2/2"):
        loan.batch_file(folder / "people.csv", folder / f"p{part[0]}.csv", shard=part, fix=["debt"])
    with pytest.raises(cogs.Error):
        loan.batch_file(folder / "people.csv", folder / "x.csv", shard="3/2")
    with pytest.raises(cogs.InputError):
        loan.batch_file(folder / "people.csv", folder / "people.csv")
    assert (folder / "people.csv").read_text() == TABLE


def module_with(engine, folder, *arguments):
    """Calls of the module, where of the three only one is installed."""
    pytest.importorskip(engine)
    hide = {"pyarrow": ["polars", "duckdb"], "duckdb": ["polars", "pyarrow"], "polars": ["pyarrow", "duckdb"]}[engine]
    code = (f"import sys\nfor m in {hide}: sys.modules[m] = None\n"
            "from importlib import util\nfound = util.find_spec\n"
            f"util.find_spec = lambda n, *a: None if n in {hide} else found(n, *a)\n"
            "from cogs.__main__ import main\n"
            f"sys.exit(max(main(a) for a in {list(arguments)!r}))")  # fmt: skip
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)


ENGINES = pytest.mark.parametrize("engine", ["pyarrow", "duckdb", "polars"])


@ENGINES
def test_parquet_to_parquet(folder, engine, program):
    pq = pytest.importorskip("pyarrow.parquet")
    csv = pytest.importorskip("pyarrow.csv")
    table = csv.read_csv(folder / "people.csv")
    pq.write_table(table, folder / "people.parquet")
    done = module_with(engine, folder, ["batch", "loan.cogs", "people.parquet", "-o", "out.parquet"])
    assert done.returncode == 3, done.stderr  # a row cannot be read
    out = pq.read_table(folder / "out.parquet")
    expected = read_csv(program("batch", "loan.cogs", "people.csv", cwd=folder, ok=(3,)))
    assert out.column("cogs_status").to_pylist() == [r["cogs_status"] for r in expected]
    assert [p or "" for p in out.column("cogs_path").to_pylist()] == [r["cogs_path"] for r in expected]
    assert not list(folder.glob("*.partial"))


# Other delimiters, lines of the wrong length, a price without finite decimals, one column, JSON.
TEXTS = {
    "odd.csv": 'id;debt;age;"a ""b"";\nc"\n1;5000;31;x\n2;7\n3;0;50;"y;\nz"\n',
    "one.csv": "debt\n5000\n0\nmuch\n",
    "people.jsonl": '{"id": 1, "debt": 5000, "age": 31}\nno JSON\n{"debt": [1]}\n{"debt": 0, "age": 50}\n',
}
THIRDS = "#feature debt : integer 0..10000, cost 1 per 3.\n#feature age : integer 0..120.\n#undesired no(X).\nno(X) :- debt(X, D), D #> 4999.\n"


@ENGINES
def test_text_to_parquet_has_the_answers_of_the_program(folder, engine, program):
    pq = pytest.importorskip("pyarrow.parquet")
    (folder / "thirds.cogs").write_text(THIRDS)
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    calls = [["batch", "thirds.cogs", name, "-o", f"{name}.parquet"] for name in TEXTS]
    done = module_with(engine, folder, *calls)
    assert done.returncode == 3, done.stderr  # rows cannot be read
    for name in TEXTS:
        program("batch", "thirds.cogs", name, "-o", f"{name}.expected.csv", cwd=folder, ok=(3,))
        out = pq.read_table(folder / f"{name}.parquet").to_pylist()
        with open(folder / f"{name}.expected.csv", newline="") as file:
            expected = list(csv_module.DictReader(file, delimiter=";" if name == "odd.csv" else ","))
        assert [list(row) for row in out] == [list(row) for row in expected]
        for row, other in zip(out, expected):
            cost, certain = other.pop("cogs_cost"), other.pop("cogs_certain")
            assert row.pop("cogs_cost") == (float(Fraction(cost)) if cost else None)
            assert row.pop("cogs_certain") == {"true": True, "false": False, "": None}[certain]
            assert {k: v or "" for k, v in row.items()} == other
    assert sorted(p.name for p in folder.iterdir() if p.name.startswith(".") or "partial" in p.name) == []


def test_a_text_file_as_a_frame_has_the_answers_of_the_program(folder, program):
    pytest.importorskip("pandas")
    model = cogs.Model.parse(THIRDS)
    (folder / "thirds.cogs").write_text(THIRDS)
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
        program("batch", "thirds.cogs", name, "-o", f"{name}.expected.csv", cwd=folder, ok=(0, 3))
        with open(folder / f"{name}.expected.csv", newline="") as file:
            expected = list(csv_module.DictReader(file, delimiter=";" if name == "odd.csv" else ","))
        out = model.batch(folder / name, form="text")
        assert [{k: v or "" for k, v in row.items()} for row in out.astype(object).where(out.notna(), "").to_dict("records")] == expected
        assert list(model.batch(folder / name, columns="only").columns) == [c for c in expected[0] if c.startswith("cogs_")]
        assert list(model.batch(folder / name, form="json").cogs_status)[0] == "found"
        with pytest.raises(cogs.InputError) as error:
            model.batch(folder / name, strict=True)
        assert error.value.bad_cells[0].row == next(i for i, r in enumerate(expected, 1) if r["cogs_status"] == "error")


def test_from_parquet_the_name_says_how_it_is_written(folder, program):
    pq = pytest.importorskip("pyarrow.parquet")
    csv = pytest.importorskip("pyarrow.csv")
    pq.write_table(csv.read_csv(folder / "people.csv"), folder / "people.parquet")
    for name in ("out.jsonl", "out.jsonl.gz", "out.csv.gz"):
        done = module(folder, "batch", "loan.cogs", "people.parquet", "-o", name)
        assert "3 rows: 1 found, 1 already, 1 error" in done.stderr
    program("batch", "loan.cogs", "people.csv", "-o", "expected.jsonl", cwd=folder, ok=(3,))
    lines = (folder / "out.jsonl").read_text()
    assert lines.splitlines()[:2] == (folder / "expected.jsonl").read_text().splitlines()[:2]
    assert gzip.decompress((folder / "out.jsonl.gz").read_bytes()).decode() == lines
    assert gzip.decompress((folder / "out.csv.gz").read_bytes()).startswith(b'"age"')


def test_the_module_as_a_program(folder, program):
    done = module(folder, "batch", "loan.cogs", "people.csv", "-o", "out.csv", "--errors", "bad.csv")
    assert done.returncode == 0 and "3 rows: 1 found, 1 already, 1 error" in done.stderr
    assert (folder / "out.csv").read_text() == program("batch", "loan.cogs", "people.csv", cwd=folder, ok=(3,))
    assert module(folder, "batch", "nowhere.cogs", "people.csv", "-o", "x.csv").returncode == 3
    assert module(folder, "batch", "loan.cogs", "nowhere.parquet", "-o", "x.parquet").returncode == 3
    assert not (folder / "x.csv").exists() and not (folder / "x.parquet").exists()
    (folder / "good.csv").write_text("\n".join(TABLE.splitlines()[:3]) + "\n")
    assert module(folder, "predict", "loan.cogs", "good.csv").stdout == program("predict", "loan.cogs", "good.csv", cwd=folder)
    assert cogs.__version__ in module(folder, "--version").stdout


def test_a_file_as_a_table(loan, folder):
    pytest.importorskip("pandas")
    out = loan.batch(folder / "people.csv")
    assert list(out.cogs_status) == ["found", "already", "error"]
    assert loan.predict(folder / "people.csv", strict=False) == ["reject_loan", "not reject_loan", None]
    with pytest.raises(cogs.InputError, match="row 3, column 'debt'"):
        loan.audit(folder / "people.csv")
    assert loan.audit(str(folder / "people.csv"), strict=False).overall["rows"] == 2
    assert os.path.basename(str(folder / "people.csv")) == "people.csv"
