# SPDX-License-Identifier: Apache-2.0
"""Runs cogs for the tests of this folder, in a folder of its own."""

import os
import pathlib
import subprocess
import tempfile
import unittest

COGS = os.environ["COGS"]
EXAMPLES = pathlib.Path(os.environ["EXAMPLES"])
LOAN = str(EXAMPLES / "loan2" / "loan.cogs")
JOHN = ["age=31", "debt=5000", "bank_balance=40000", "credit_score=599"]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return str(path)

    def run_cogs(self, *arguments, code=0, input=None, env=None):
        """The finished process; fails if the exit code is another (or not one of them), or a
        sanitizer spoke."""
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        environment.update(env or {})
        done = subprocess.run([COGS, *map(str, arguments)], capture_output=True, input=input,
                              cwd=self.folder, env=environment, timeout=240)
        done.out = done.stdout.decode("utf-8")
        done.err = done.stderr.decode("utf-8")
        codes = code if isinstance(code, tuple) else (code,)
        self.assertIn(done.returncode, codes, f"{arguments}\n{done.out[:2000]}\n{done.err[:4000]}")
        self.assertNotIn("Sanitizer", done.err)
        return done

    def files(self):
        return sorted(p.name for p in self.folder.iterdir())
