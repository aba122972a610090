#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What package.json and its lock file promise: exact versions, hashes, and no host of a registry."""

import json
import re
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class LockFile(unittest.TestCase):
    def setUp(self):
        self.text = (HERE / "package-lock.json").read_text(encoding="utf-8")
        self.packages = json.loads(self.text)["packages"]
        self.wanted = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]

    def test_versions_are_exact_and_the_same_in_both_files(self):
        for name, version in self.wanted.items():
            self.assertRegex(version, r"^\d+\.\d+\.\d+$")
            self.assertEqual(self.packages[f"node_modules/{name}"]["version"], version)
        self.assertEqual(self.packages[""]["dependencies"], self.wanted)

    def test_every_package_has_a_hash(self):
        for name, package in self.packages.items():
            if name:
                self.assertRegex(package["integrity"], "^sha512-", name)

    def test_no_host_is_named(self):
        self.assertIsNone(re.search(r'"resolved"|https?:', self.text))


if __name__ == "__main__":
    unittest.main()
