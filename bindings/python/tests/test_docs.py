# SPDX-License-Identifier: Apache-2.0
"""What docs/python.md shows is what happens."""

import doctest
import os
import warnings

import pytest
from conftest import ROOT


def test_the_examples_run():
    pytest.importorskip("sklearn")
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        with warnings.catch_warnings(action="ignore"):
            failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False,
                                             optionflags=doctest.ELLIPSIS)  # fmt: skip
    finally:
        os.chdir(before)
    assert failed == 0 and tried > 25
