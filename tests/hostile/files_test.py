# SPDX-License-Identifier: Apache-2.0
"""Files that come from elsewhere (models of other libraries, bundles of logs) are read or refused at
once: no crash, no hang, memory in proportion to the file."""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import bundles  # noqa: E402
import model_files  # noqa: E402
from limited import ALL, MEGABYTE, SANITIZED, SECONDS, Hostile, run  # noqa: E402

MOST_CPU = 40 if SANITIZED else 3


class ModelFiles(Hostile):
    """A test for each file: test_chain_json and so on."""

    def read(self, path, codes=(0, 3, 4)):
        how = ["--threshold", 0] if str(path).endswith(".csv") else []
        done = run(self.folder, "import", path, *how)
        self.assertIn(done.code, codes, f"{path} {done}")
        self.assertLess(done.cpu, MOST_CPU, f"{path}\n{done}")
        if not SANITIZED:  # the largest has 7 MB
            self.assertLess(done.memory, 500 * MEGABYTE, f"{path}\n{done}")
        if done.code == 3:
            self.assertIn(pathlib.Path(path).name, done.err)
        return done

    def refused(self, name, *words):
        path = self.folder / name
        path.write_text(model_files.FILES[name](), encoding="utf-8")
        done = self.read(path, (3,))
        for word in words:
            self.assertIn(word, done.err)

    def test_a_tree_that_is_a_list_is_refused(self):
        self.refused("chain.json", "a tree of more than 4000 levels")
        self.refused("many_nodes.pmml", "a tree of more than 4000 levels")

    def test_a_node_with_two_parents_is_refused(self):
        """Sixty nodes, each the two children of the one before: a tree of 2^60."""
        self.refused("shared_nodes.json", "a node with two parents")

    def test_a_deep_tree_answers(self):
        """Whatever walks over trees takes those that may be read, on the stack of a thread."""
        (self.folder / "deep.json").write_text(
            model_files.xgboost(model_files.chain_of_nodes(3900)), encoding="utf-8")
        (self.folder / "people.csv").write_text(
            "age,income,ratio,debts,change,job,region\n20,1,0.1,1,1,clerk,r1\n30,2,0.2,2,2,none,r2\n",
            encoding="utf-8")
        done = run(self.folder, "import", "deep.json", "--people", "people.csv", "-o", "m.cogs")
        self.assertEqual(done.code, 0, done)
        for command in (["predict", "m.cogs", "people.csv", "-o", "p.csv"],
                        ["why", "m.cogs", "people.csv:1"],
                        ["recourse", "m.cogs", "people.csv:1"],
                        ["batch", "m.cogs", "people.csv", "-o", "b.csv"],
                        ["audit", "m.cogs", "people.csv", "-o", "a.html"]):
            done = run(self.folder, *command, "--time-limit", SECONDS)
            self.assertIn(done.code, (0, 1, 4), f"{command}\n{done}")
            self.assertLess(done.cpu, MOST_CPU + SECONDS, f"{command}\n{done}")

    def test_damaged_files(self):
        for name in sorted(p.name for p in model_files.MODELS.iterdir() if ".rows." not in p.name):
            for i, content in enumerate(model_files.scrambled(name, 40 if ALL else 2)):
                path = self.folder / f"damaged_{i}_{name}"
                path.write_bytes(content)
                self.read(path)


def add_model_tests():
    for name in model_files.FILES:
        def test(self, name=name):
            path = self.folder / name
            content = model_files.FILES[name]()
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
            self.read(path)
        setattr(ModelFiles, "test_" + name.replace(".", "_"), test)


class Bundles(Hostile):
    """A test for each bundle: test_deep and so on."""

    def verify(self, name):
        path = self.folder / f"{name}.jsonl"
        path.write_text(bundles.BUNDLES[name](), encoding="utf-8")
        done = run(self.folder, "log", "verify", path, "--json", "--time-limit", SECONDS)
        self.assertIn(done.code, (1, 4), f"{name}\n{done}")
        self.assertLess(done.cpu, SECONDS * 1.1 + MOST_CPU, f"{name}\n{done}")
        if not SANITIZED:
            self.assertLess(done.memory, 300 * MEGABYTE, f"{name}\n{done}")
        if done.code == 1:
            self.assertFalse(json.loads(done.out)["holds"])
        return done

    def test_a_model_that_stands_for_gigabytes_ends_by_the_limit(self):
        done = self.verify("one_model_many_entries")
        if done.cpu > SECONDS * 1.2:
            self.assertEqual(done.code, 4, done)


def add_bundle_tests():
    for name in bundles.BUNDLES:
        def test(self, name=name):
            self.verify(name)
        setattr(Bundles, f"test_{name}", test)


add_model_tests()
add_bundle_tests()

if __name__ == "__main__":
    unittest.main()
