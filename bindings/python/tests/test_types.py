# SPDX-License-Identifier: Apache-2.0
"""Types: the stub of the native module is as generated (COGS_UPDATE=1 writes it), and mypy agrees."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cogs

PACKAGE = Path(__file__).resolve().parents[1] / "cogs"


def generated():
    stubgen = pytest.importorskip("nanobind.stubgen")
    import cogs._core

    made = stubgen.StubGen(cogs._core)
    made.put(cogs._core)
    text = made.get()
    text = re.sub(r"(->|:) (list|tuple|dict)(?=:| =|,|\)|\n)", lambda m: f"{m[1]} {m[2]}[{ARGS[m[2]]}]", text)
    head = "# SPDX-License-Identifier: Apache-2.0\n#\n# Generated: COGS_UPDATE=1 pytest bindings/python/tests/test_types.py\n"
    imports = "from typing import Any\n"
    return head + imports + text.strip() + "\n\n__version__: str\n"


ARGS = {"list": "Any", "tuple": "Any, ...", "dict": "str, Any"}


def test_the_stub_is_as_generated():
    file = PACKAGE / "_core.pyi"
    if os.environ.get("COGS_UPDATE"):
        file.write_text(generated())
    assert file.read_text() == generated()


def test_mypy_agrees():
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", os.devnull, "-p", "cogs"],
                          capture_output=True, text=True, cwd=PACKAGE.parents[2],
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_stub_agrees_with_the_module():
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "cogs._core", "--concise", "--mypy-config-file", "pyproject.toml"],
                          capture_output=True, text=True, cwd=PACKAGE.parents[2],
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})  # fmt: skip
    # nanobind's functions are of a type of their own, and say so of themselves; all else is a fault.
    known = re.compile("is not a function|disjoint base|metaclass differs|stub does not have \\*args|but runtime is not|^Found ")
    faults = [line for line in done.stdout.splitlines() if line and not known.search(line)]
    assert not faults and "cogs._core" in done.stdout, faults or done.stdout + done.stderr


def test_pyright_agrees():
    pytest.importorskip("pyright")
    # It brings its checker from npm when it runs first.
    ready = subprocess.run([sys.executable, "-m", "pyright", "--version"], capture_output=True, text=True)
    if ready.returncode != 0:
        pytest.skip("pyright cannot be had here")
    done = subprocess.run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable], capture_output=True, text=True,
                          cwd=PACKAGE.parents[2])  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_users_get_types(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text(
        "import cogs\n"
        "model = cogs.load('m.cogs')\n"
        "way = model.recourse({'a': 1})\n"
        "if way.path is not None:\n"
        "    reveal_type(way.path.steps[0].actions[0].feature)\n"
        "reveal_type(way.status)\n"
    )
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "use.py"],
                          capture_output=True, text=True, cwd=tmp_path)  # fmt: skip
    assert 'Revealed type is "str"' in done.stdout.replace("builtins.", ""), done.stdout
    assert "Literal" in done.stdout and done.returncode == 0, done.stdout


def test_what_is_offered_is_there():
    for name in cogs.__all__:
        assert getattr(cogs, name) is not None, name
    assert (Path(cogs.__file__).parent / "py.typed").exists()
