# SPDX-License-Identifier: Apache-2.0
"""From file to file, and python -m cogs."""

import os
import subprocess
import sys

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


@pytest.mark.parametrize("engine", ["pyarrow", "duckdb", "polars"])
def test_parquet_to_parquet(folder, engine, program):
    pq = pytest.importorskip("pyarrow.parquet")
    csv = pytest.importorskip("pyarrow.csv")
    pytest.importorskip(engine)
    table = csv.read_csv(folder / "people.csv")
    pq.write_table(table, folder / "people.parquet")
    hide = {"pyarrow": ["polars", "duckdb"], "duckdb": ["polars", "pyarrow"], "polars": ["pyarrow", "duckdb"]}[engine]
    code = (f"import sys\nfor m in {hide}: sys.modules[m] = None\n"
            "from importlib import util\nfound = util.find_spec\n"
            f"util.find_spec = lambda n, *a: None if n in {hide} else found(n, *a)\n"
            "from cogs.__main__ import main\n"
            "sys.exit(main(['batch', 'loan.cogs', 'people.parquet', '-o', 'out.parquet']))")  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 3, done.stderr  # a row cannot be read
    out = pq.read_table(folder / "out.parquet")
    expected = read_csv(program("batch", "loan.cogs", "people.csv", cwd=folder, ok=(3,)))
    assert out.column("cogs_status").to_pylist() == [r["cogs_status"] for r in expected]
    assert [p or "" for p in out.column("cogs_path").to_pylist()] == [r["cogs_path"] for r in expected]
    assert not list(folder.glob("*.partial"))


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
