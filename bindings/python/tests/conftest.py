# SPDX-License-Identifier: Apache-2.0
"""What the tests share: the program that answers are compared with, examples, tables."""

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

if "COGS_PACKAGE" in os.environ:  # the folder with the package, for this process and not for those that it starts
    sys.path.insert(0, os.environ["COGS_PACKAGE"])
import cogs  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = Path(os.environ.get("EXAMPLES", ROOT / "examples"))
PROGRAM = os.environ.get("COGS", str(ROOT / "build/release/apps/cli/cogs"))

LOAN = """\
#feature age          : integer 1..99,         may increase.
#feature debt         : integer 0..1000000,    unit "$".
#feature bank_balance : integer 0..1000000000, unit "$".
#feature credit_score : integer 300..850,      caused.
#undesired reject_loan(X).
#causal credit_score : if.

reject_loan(X) :- bank_balance(X, B), B #< 60000.
reject_loan(X) :- credit_score(X, C), C #< 600.

credit_score(X, C) :- C #>= 600, debt(X, 0).
"""
JOHN = {"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599}


@pytest.fixture
def loan():
    return cogs.Model.parse(LOAN, "loan.cogs")


@pytest.fixture
def john():
    return dict(JOHN)


@pytest.fixture
def program():
    """Runs the command line; gives what it printed."""
    if not os.path.exists(PROGRAM):
        pytest.skip("the program is not built")

    def run(*arguments, cwd=None, ok=(0,), stdin=None):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd, capture_output=True, input=stdin, timeout=120)
        assert done.returncode in ok, done.stderr.decode()
        return done.stdout.decode()

    return run


@pytest.fixture(scope="session")
def adult_file():
    folder = os.environ.get("COGS_DATA")
    file = Path(folder or "/nowhere") / "adult" / "adult.csv"
    if not file.exists():
        pytest.skip("the Adult table is not here (COGS_DATA)")
    return file


@pytest.fixture
def adult():
    return cogs.load(EXAMPLES / "adult" / "adult.cogs")


def read_csv(text):
    """Rows of dicts, as the command line wrote them."""
    return list(csv.DictReader(io.StringIO(text)))
