#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/install-deps, run with a made-up dpkg-query, apt-get and id instead of the real ones."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(sys.argv.pop(1)).resolve()


class InstallDeps(unittest.TestCase):
    def run_script(self, *arguments, installed="", user=0, sudo=False, commands=()):
        """Returns exit code, stderr, and the apt-get calls that were made."""
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "calls"
            self.tool(folder, "dpkg-query", f"case ' {installed} ' in *\" ${{@: -1}} \"*) "
                      "echo -n 'install ok installed';; *) exit 1;; esac")
            self.tool(folder, "apt-get", f'echo "$@" >> {log}')
            self.tool(folder, "id", f"echo {user}")
            if sudo:
                self.tool(folder, "sudo", f'echo sudo >> {log}; exec "$@"')
            for name in commands:
                self.tool(folder, name, "true")
            for name in ("bash", "env"):
                os.symlink(f"/usr/bin/{name}", Path(folder) / name)
            done = subprocess.run([str(SCRIPT), *arguments], env={"PATH": folder},
                                  capture_output=True, text=True, check=False)
            calls = log.read_text().splitlines() if log.exists() else []
            return done.returncode, done.stderr, calls

    @staticmethod
    def tool(folder, name, body):
        path = Path(folder) / name
        path.write_text(f"#!/bin/bash\n{body}\n")
        path.chmod(0o755)

    @staticmethod
    def listed(*arguments):
        return subprocess.run([str(SCRIPT), "--list", *arguments], capture_output=True, text=True,
                              check=True).stdout.split()

    def test_nothing_is_called_when_all_is_there(self):
        everything = " ".join(self.listed())
        self.assertEqual(self.run_script(installed=everything, user=1000), (0, "", []))

    def test_only_what_is_missing_is_installed(self):
        packages = [p for p in self.listed() if p != "libgmp-dev"]
        code, _, calls = self.run_script(installed=" ".join(packages))
        self.assertEqual(code, 0)
        self.assertEqual(calls, [
            "update -q", "install -q -y --no-install-recommends --no-remove libgmp-dev"])

    def test_a_user_without_rights_goes_through_sudo(self):
        packages = [p for p in self.listed() if p != "cmake"]
        code, _, calls = self.run_script(installed=" ".join(packages), user=1000, sudo=True)
        self.assertEqual(code, 0)
        self.assertEqual(calls.count("sudo"), 2)

    def test_without_rights_and_sudo_the_missing_packages_are_named(self):
        packages = [p for p in self.listed() if p != "cmake"]
        code, errors, calls = self.run_script(installed=" ".join(packages), user=1000)
        self.assertEqual((code, calls), (1, []))
        self.assertIn("apt-get install cmake", errors)

    def test_dev_adds_the_clang_tools(self):
        extra = set(self.listed("--dev")) - set(self.listed())
        self.assertIn("clang-19", extra)

    def test_browser_adds_only_the_commands_that_are_not_there(self):
        packages = " ".join(self.listed())
        code, _, calls = self.run_script("--browser", installed=packages,
                                         commands=("node", "npm"))
        self.assertEqual(code, 0)
        self.assertEqual(calls[1:], ["install -q -y --no-install-recommends --no-remove chromium"])
        self.assertEqual(set(self.listed("--browser")) - set(self.listed()),
                         {"chromium", "nodejs", "npm"})

    def test_an_unknown_option_is_a_usage_error(self):
        code, errors, calls = self.run_script("--everything")
        self.assertEqual((code, calls), (2, []))
        self.assertIn("usage:", errors)


if __name__ == "__main__":
    unittest.main()
