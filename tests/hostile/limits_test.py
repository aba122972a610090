# SPDX-License-Identifier: Apache-2.0
"""Limits hold, whatever the input: each command ends by its --time-limit, stays within its
--memory-limit, and says so by exit code 4.

COGS_HOSTILE_ALL=1 (ctest -L slow) asks larger questions with more time.
"""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import inputs  # noqa: E402
from limited import ALL, MEGABYTE, SANITIZED, Hostile, run  # noqa: E402


def ask(command, question, folder):
    """The arguments with which a command is asked this question."""
    model, record, table = question.model, question.record, question.table
    return {
        "recourse": [model, record],
        "recourse_all": [model, record, "--all"],
        "recourse_certain": [model, record, "--certain"],
        "recourse_html": [model, record, "--html", folder / "page.html"],
        "why": [model, record],
        "why_json": [model, record, "--json"],
        "why_record": [model, record, "--record", folder / "record.json"],
        "compare": [model, f"{table}:1", f"{table}:2"],
        "counterfactuals": [model],
        "counterfactuals_of": [model, record],
        "predict": [model, table, "-o", folder / "out.csv"],
        "batch": [model, table, "-o", folder / "out.csv"],
        "batch_top": [model, table, "--top", 8, "-o", folder / "out.csv"],
        "batch_reasons": [model, table, "--reasons", 4, "-o", folder / "out.csv"],
        "audit": [model, table, "-o", folder / "out.html"],
        "audit_by": [model, table, "--json", "--by", ",".join(groups(table)),
                     "-o", folder / "out.json"],
        "evaluate": [model, table, table],
    }[command]


def groups(table):
    with open(table, encoding="utf-8") as file:
        return file.readline().strip().split(",")[:2]


COMMANDS = ["recourse", "recourse_all", "recourse_certain", "recourse_html", "why", "why_json",
            "why_record", "compare",
            "counterfactuals", "counterfactuals_of", "predict", "batch", "batch_top",
            "batch_reasons", "audit", "audit_by", "evaluate"]


def long_chain(folder):
    return inputs.long_chain(folder, 20000 if ALL else 3000)


def small_set_cover(folder):
    return inputs.set_cover(folder, 60, 300)


QUESTIONS = [inputs.set_cover, small_set_cover, inputs.three_sat, inputs.pigeon_holes,
             inputs.many_blockers, inputs.shared_auxiliaries, long_chain, inputs.wide_diagram,
             inputs.many_ways, inputs.score_knapsack, inputs.score_of_threes]


class TimeLimit(Hostile):
    """A test for each command and question: test_batch_set_cover and so on."""


def add_tests():
    for make in QUESTIONS:
        for command in COMMANDS:
            def test(self, make=make, command=command):
                question = make(self.inputs)
                name = command.split("_")[0]
                self.ends_in_time(name, *ask(command, question, self.folder))
            setattr(TimeLimit, f"test_{command}_{make.__name__}", test)


add_tests()


class Chains(Hostile):
    """Auxiliaries that each use the next one. Where something calls itself for each of them, a long
    chain ends the program: a small stack shows that already for a chain that is quick to answer."""

    LENGTH, STACK = (100000, None) if ALL else (5000, 256 << 10)

    def each_form(self, question):
        model, record, table = question.model, question.record, question.table
        here = self.folder
        yield ["why", model, record]
        yield ["why", model, record, "--tree"]
        yield ["why", model, record, "--json"]
        yield ["why", model, record, "--html", here / "page.html"]
        yield ["why", model, record, "--record", here / "yes.json"]
        yield ["why", model, f"{table}:2", "--record", here / "no.json"]
        yield ["check", model, here / "yes.json"]
        yield ["check", model, here / "no.json"]
        yield ["compare", model, f"{table}:1", f"{table}:2"]
        yield ["recourse", model, record]
        yield ["recourse", model, record, "--json", "-o", here / "path.json"]
        yield ["check", model, here / "path.json"]
        yield ["recourse", model, record, "--html", here / "page.html"]
        yield ["recourse", model, record, "--record", here / "record.json"]
        yield ["check", model, here / "record.json"]
        yield ["counterfactuals", model]
        yield ["counterfactuals", model, record]
        yield ["predict", model, table, "-o", here / "out.csv"]
        yield ["batch", model, table, "--reasons", 3, "-o", here / "out.csv"]
        yield ["audit", model, table, "-o", here / "out.html"]
        yield ["evaluate", model, table, table]
        yield ["export", model, "--to", "json"]
        yield ["export", model, "--to", "clingo"]
        yield ["export", model, "--to", "scasp"]
        yield ["export", model, record, "--to", "scasp"]

    @unittest.skipIf(SANITIZED, "sanitizers need a stack of their own")
    def test_chains_of_any_length(self):
        for make in (inputs.long_chain, inputs.negated_chain):
            question = make(self.inputs, self.LENGTH)
            for command in self.each_form(question):
                with self.subTest(chain=make.__name__, command=command):
                    done = run(self.folder, *command, "--threads", 1, stack=self.STACK)
                    self.assertEqual(done.code, 0, f"{command}\n{done}")

    def test_json_of_a_long_chain_is_no_deeper_than_others_read(self):
        question = inputs.long_chain(self.inputs, self.LENGTH)
        done = run(self.folder, "why", question.model, question.record, "--json")
        answer = json.loads(done.out)  # Python takes about a thousand levels
        self.assertEqual(answer["decision"]["undesired"], True)
        goals = set()
        waiting = [answer["proof"]]
        while waiting:
            node = waiting.pop()
            goals.add(node["goal"])
            waiting += node["children"] + node.get("more", [])
        self.assertEqual(len(goals), self.LENGTH + 3)  # and the decision and the test


class Threads(Hostile):
    """Threads can be scarce: then fewer do the work."""

    @unittest.skipIf(SANITIZED, "sanitizers reserve terabytes")
    def test_learning_with_fewer_threads_than_wanted(self):
        rows = "".join(f"{i % 7},{i % 5},{'yes' if i % 7 > 3 else 'no'}\n" for i in range(400))
        table = self.folder / "rows.csv"
        table.write_text("a,b,label\n" + rows, encoding="utf-8")
        asked = ["learn", table, "--label", "label", "--undesired", "yes"]
        one = run(self.folder, *asked, "--threads", 1, "-o", "one.cogs")
        self.assertEqual(one.code, 0, one)
        # Each thread would take a stack of 100 MB.
        many = run(self.folder, *asked, "--threads", 64, "-o", "many.cogs", most_memory=1 << 30,
                   stack=100 << 20)
        self.assertEqual(many.code, 0, many)
        self.assertEqual((self.folder / "one.cogs").read_bytes(),
                         (self.folder / "many.cogs").read_bytes())


class Tables(Hostile):
    def test_a_wide_header_is_refused_and_takes_little(self):
        model, table = inputs.loan(self.inputs).model, inputs.wide_header(self.inputs)
        for command in (["predict", model, table], ["audit", model, table],
                        ["batch", model, table, "-o", "out.csv"],
                        ["learn", table, "--label", "debt", "--undesired", "500"],
                        ["causes", model, table, "--dry-run"]):
            done = run(self.folder, *command)
            self.assertEqual(done.code, 3, f"{command}\n{done}")
            self.assertIn("at most 65536 can be read", done.err)
            self.assertIn(":1:", done.err)
            if not SANITIZED:
                self.assertLess(done.memory, 300 * MEGABYTE, f"{command}\n{done}")

    def test_bad_rows_are_counted_not_kept(self):
        model, table = inputs.loan(self.inputs).model, inputs.bad_rows(self.inputs, 2000000)
        for command in (["predict", model, table], ["audit", model, table, "-o", "out.html"]):
            done = run(self.folder, *command)
            self.assertEqual(done.code, 3, f"{command}\n{done}")
            self.assertIn("2000000 rows have values", done.err)
            if not SANITIZED:  # 12 MB of text
                self.assertLess(done.memory, 150 * MEGABYTE, f"{command}\n{done}")

    def test_a_list_of_all_bad_rows_takes_little_too(self):
        model, table = inputs.loan(self.inputs).model, inputs.bad_rows(self.inputs, 1000000)
        done = run(self.folder, "predict", model, table, "--errors", "bad.csv", "-o", "out.csv")
        self.assertEqual(done.code, 0, done)
        with open(self.folder / "bad.csv", encoding="utf-8") as file:
            self.assertEqual(sum(1 for _ in file), 1000001)
        if not SANITIZED:
            self.assertLess(done.memory, 150 * MEGABYTE, done)

    def test_rows_with_too_many_fields_take_little(self):
        model, table = inputs.loan(self.inputs).model, inputs.unreadable_rows(self.inputs, 1000000)
        for command in (["predict", model, table], ["audit", model, table, "-o", "out.html"]):
            done = run(self.folder, *command)
            self.assertEqual(done.code, 3, f"{command}\n{done}")
            if not SANITIZED:
                self.assertLess(done.memory, 150 * MEGABYTE, f"{command}\n{done}")

    def test_bad_rows_end_in_time(self):
        model, table = inputs.loan(self.inputs).model, inputs.bad_rows(self.inputs, 4000000)
        self.ends_in_time("predict", model, table, "--errors", "bad.csv", "-o", "o.csv")
        self.ends_in_time("audit", model, table, "--errors", "bad.csv", "-o", "o.html")
        self.ends_in_time("batch", model, table, "--errors", "bad.csv", "-o", "o.csv")

    def test_many_values_end_in_time(self):
        model, table = inputs.loan(self.inputs).model, inputs.many_values(self.inputs)
        self.ends_in_time("predict", model, table, "-o", "o.csv")
        self.ends_in_time("audit", model, table, "-o", "o.html")
        self.ends_in_time("batch", model, table, "-o", "o.csv")
        self.ends_in_time("learn", table, "--label", "score", "--undesired", "300", "-o", "m.cogs")
        self.ends_in_time("causes", model, table, "--dry-run")
        self.ends_in_time("evaluate", model, table, table)

    @unittest.skipIf(SANITIZED, "sanitizers need memory of their own")
    def test_the_memory_limit_holds(self):
        question, table = inputs.loan(self.inputs), inputs.many_values(self.inputs)
        diagram = inputs.wide_diagram(self.inputs, 60)
        for command in (["predict", question.model, table, "-o", "o.csv"],
                        ["audit", question.model, table, "-o", "o.html"],
                        ["learn", table, "--label", "score", "--undesired", "300", "-o", "m.cogs"],
                        ["evaluate", question.model, table, table],
                        ["why", diagram.model, diagram.record],
                        ["counterfactuals", diagram.model]):
            limit = 64 * MEGABYTE
            done = run(self.folder, *command, "--memory-limit", "64M", "--time-limit", 20)
            self.assertEqual(done.code, 4, f"{command}\n{done}")
            # The program itself, and files that are mapped, are not memory that it holds.
            self.assertLess(done.memory, limit * 1.2 + 45 * MEGABYTE, f"{command}\n{done}")


class Records(Hostile):
    def test_a_record_that_is_none_is_refused_at_once(self):
        model = inputs.loan(self.inputs).model
        for name, file in inputs.records(self.inputs).items():
            for command in ("recourse", "why", "check"):
                done = run(self.folder, command, model, file)
                self.assertIn(done.code, (0, 1, 3), f"{command} {name}\n{done}")
                self.assertLess(done.cpu, 30 if SANITIZED else 3, f"{command} {name}\n{done}")
                if not SANITIZED:  # the largest has 4 MB
                    self.assertLess(done.memory, 400 * MEGABYTE, f"{command} {name}\n{done}")


class Resume(Hostile):
    """What a limit has let through is kept, also of a block that it has ended in."""

    def test_rows_of_a_block_are_kept_and_the_bytes_are_the_same(self):
        question = inputs.three_sat(self.inputs, 26)
        lines = pathlib.Path(question.table).read_text(encoding="utf-8").splitlines()
        table = self.folder / "people.csv"
        table.write_text("\n".join([lines[0]] + [line for i in range(26) for line in [lines[i + 1]]])
                         + "\n", encoding="utf-8")
        for name in ("out.csv", "out.jsonl", "packed.csv.gz"):
            whole = self.folder / ("whole_" + name)
            asked = ["batch", question.model, table, "--top", 2, "--effort", 200000]
            self.assertEqual(run(self.folder, *asked, "-o", whole).code, 0)
            goal, rounds, reached = self.folder / name, 0, 0
            limit = 0.02
            while True:
                done = run(self.folder, *asked, "-o", goal, "--resume", "--time-limit", limit,
                           "--json", "--threads", 1 + rounds % 2)
                self.assertIn(done.code, (0, 4), done)
                now = json.loads(done.out)
                self.assertGreaterEqual(now["rows"], reached)
                limit = limit * 2 if now["rows"] == reached else limit
                reached, rounds = now["rows"], rounds + 1
                if done.code == 0:
                    break
                self.assertLess(rounds, 1000)
            self.assertEqual(goal.read_bytes(), whole.read_bytes(), name)


class Effort(Hostile):
    """A limit in counted steps gives the same answer each time, and more of it no worse one."""

    QUESTIONS = [lambda folder: inputs.three_sat(folder, 30),
                 lambda folder: inputs.set_cover(folder, 30, 80),
                 lambda folder: inputs.pigeon_holes(folder, 6)]

    def test_the_same_bytes_twice(self):
        for make in self.QUESTIONS:
            question = make(self.inputs)
            for command in ("recourse", "why", "compare", "counterfactuals", "counterfactuals_of",
                            "audit_by"):
                name, arguments = command.split("_")[0], ask(command, question, self.folder)
                for effort in (1, 50, 3000):
                    how = ["--effort", effort, "--json", "--no-timing"]
                    outputs = set()
                    for threads in (1, 2, 2):
                        done = run(self.folder, name, *arguments, *how, "--threads", threads)
                        self.assertIn(done.code, (0, 1, 4), done)
                        written = [p.read_bytes() for p in sorted(self.folder.iterdir())]
                        outputs.add((done.code, done.out, *written))
                    self.assertEqual(len(outputs), 1, f"{command} {arguments} {how}")

    def test_rows_are_the_same_with_any_number_of_threads(self):
        question = self.QUESTIONS[0](self.inputs)
        for effort in (1, 100, 5000):
            outputs = set()
            for threads in (1, 2, 4):
                out = self.folder / "out.jsonl"
                done = run(self.folder, "batch", question.model, question.table, "-o", out,
                           "--effort", effort, "--reasons", 2, "--threads", threads)
                self.assertEqual(done.code, 0, done)
                outputs.add(out.read_bytes())
            self.assertEqual(len(outputs), 1, effort)

    def test_more_effort_gives_no_worse_bound(self):
        for make in self.QUESTIONS:
            question = make(self.inputs)
            bound, cost = -1, float("inf")
            for effort in (1, 10, 100, 1000, 10000, 100000):
                done = run(self.folder, "recourse", question.model, question.record, "--json",
                           "--effort", effort, "--time-limit", 20)
                answer = json.loads(done.out)
                if answer["lower_bound"] is not None:
                    self.assertGreaterEqual(answer["lower_bound"], bound, question.name)
                    bound = answer["lower_bound"]
                if answer["paths"]:
                    self.assertLessEqual(answer["paths"][0]["cost"], cost, question.name)
                    cost = answer["paths"][0]["cost"]
                if done.code == 4:
                    self.assertIn(answer["search"]["stopped_by"], ("effort", "time"))

    def test_a_journal_of_another_effort_is_refused(self):
        question = inputs.set_cover(self.inputs)
        out = self.folder / "out.csv"
        done = run(self.folder, "batch", question.model, question.table, "-o", out,
                   "--effort", 100000000, "--time-limit", 0.2)
        self.assertEqual(done.code, 4, done)
        done = run(self.folder, "batch", question.model, question.table, "-o", out, "--resume",
                   "--effort", 7)
        self.assertEqual(done.code, 3, done)


if __name__ == "__main__":
    unittest.main()
