# SPDX-License-Identifier: Apache-2.0
"""What a run of cogs batch must not lose: work that was done, files that it was not given to write,
constraints that it cannot read; and what merge must not take for a whole."""

import fcntl
import gzip
import json
import os
import random
import signal
import subprocess
import time
import unittest

from batch_test import SEED, TIES, rows_of, ties_csv
from run import COGS, LOAN, Case

JOHN = {"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599}


class NothingLost(Case):
    def setUp(self):
        super().setUp()
        self.model = self.file("ties.cogs", TIES)

    def batch(self, *arguments, **how):
        return self.run_cogs("batch", *arguments, "-q", **how)

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def test_ctrl_c_leaves_no_row_half_answered(self):
        print(f"COGS_SEED={SEED}")
        draw = random.Random(SEED)
        data = self.file("d.csv", ties_csv(40000)[0])
        began = time.monotonic()
        self.batch(self.model, data, "-o", "whole.csv", "--threads", 2)
        needed = time.monotonic() - began
        for name in ("out.csv", "out.jsonl"):
            self.batch(self.model, data, "-o", f"whole.{name[4:]}", "--threads", 2)
            for tries in range(1, 40):
                process = subprocess.Popen([COGS, "batch", self.model, data, "-o", name, "-q",
                                            "--threads", "2", "--resume"], cwd=self.folder)
                time.sleep(draw.uniform(0.2, 0.4 + tries / 4) * needed)
                process.send_signal(signal.SIGINT)
                if process.wait() == 0:
                    break
            self.assertEqual(self.bytes_of(name), self.bytes_of(f"whole.{name[4:]}"))

    def test_a_part_that_was_stopped_before_its_first_row_goes_on_there(self):
        self.file("d.csv.gz", gzip.compress(ties_csv(20000)[0].encode()))
        self.batch(self.model, "d.csv.gz", "-o", "whole.csv", "--shard", "3/3")
        self.run_cogs("batch", self.model, "d.csv.gz", "-o", "p.csv", "--shard", "3/3",
                      "--time-limit", 0, code=4)
        self.batch(self.model, "d.csv.gz", "-o", "p.csv", "--shard", "3/3", "--resume")
        self.assertEqual(self.bytes_of("p.csv"), self.bytes_of("whole.csv"))

    def test_a_file_that_becomes_shorter_is_an_error_and_the_run_can_go_on(self):
        text, _ = ties_csv(60000)
        data = self.file("d.csv", text)
        when = os.stat(data)
        os.mkfifo(self.folder / "errors")  # its opening waits for us, with the data open already
        process = subprocess.Popen([COGS, "batch", self.model, data, "-o", "out.csv", "--errors",
                                    "errors"], cwd=self.folder, stderr=subprocess.PIPE)
        time.sleep(0.2)
        with open(self.folder / "errors", "rb") as errors:
            os.truncate(data, len(text) // 2)
            message = process.communicate()[1].decode()
            errors.read()
        if process.returncode != 0:
            self.assertEqual(process.returncode, 3, message)
            self.assertIn("d.csv: error: the file has become shorter while it was read", message)
            self.assertFalse((self.folder / "out.csv").exists())
            self.assertIn("out.csv.journal", self.files())
        self.file("d.csv", text)
        os.utime(data, ns=(when.st_atime_ns, when.st_mtime_ns))
        self.batch(self.model, data, "-o", "out.csv", "--errors", "/dev/null", "--resume")
        self.assertEqual(self.bytes_of("out.csv"), self.batch(self.model, data).stdout)

    def test_a_journal_is_not_for_another_way_of_reading(self):
        data = self.file("d.csv", ties_csv(20000)[0])
        for other in (["--input-format", "jsonl"], ["--missing", "value"], ["--ignore", "x"]):
            self.batch(self.model, data, "-o", "out.csv", "--time-limit", 0, code=4)
            done = self.run_cogs("batch", self.model, data, "-o", "out.csv", "--resume", *other,
                                 code=3)
            self.assertIn("another run", done.err)

    def test_goes_on_with_errors_that_go_nowhere(self):
        data = self.file("d.csv", ties_csv(60000, corrupt=0.01)[0])
        options = ["-o", "out.csv", "--errors", "/dev/null"]
        done = self.batch(self.model, data, *options, "--time-limit", "0.03", "--json", code=(0, 4))
        rows = json.loads(done.out)["rows"]
        done = self.batch(self.model, data, *options, "--resume", "--json")
        self.assertIn(json.loads(done.out)["resumed_at"], (rows, 0) if rows == 60000 else (rows,))

    def test_files_under_names_of_the_run_are_not_overwritten(self):
        text, _ = ties_csv(20)
        model = (self.folder / "ties.cogs").read_text()
        for name in ("o.csv.partial", "o.csv.journal"):
            self.file(name, text)
            self.assertIn("would overwrite the data",
                          self.batch(self.model, name, "-o", "o.csv", code=3).err)
            self.assertEqual(self.bytes_of(name).decode(), text)
            self.file(name, model)
            data = self.file("d.csv", text)
            self.assertIn("would overwrite the model",
                          self.batch(name, data, "-o", "o.csv", code=3).err)
            self.assertEqual(self.bytes_of(name).decode(), model)
            os.remove(self.folder / name)
            self.assertIn("would overwrite the",
                          self.batch(self.model, data, "-o", "o.csv", "--errors", name, code=3).err)
        self.file("e.csv.partial", text)
        self.batch(self.model, "e.csv.partial", "--errors", "e.csv", code=3)
        self.assertEqual(self.bytes_of("e.csv.partial").decode(), text)

    def test_a_run_that_cannot_begin_leaves_nothing(self):
        data = self.file("d.csv", ties_csv(20)[0])
        before = self.files()
        self.batch(self.model, data, "-o", "o.csv", "--errors", "no/such/folder.csv", code=3)
        self.assertEqual(self.files(), before)

    def test_a_second_run_leaves_the_first_alone(self):
        data = self.file("d.csv", ties_csv(20)[0])
        self.file("o.csv.partial", "work of another run")
        with open(self.folder / "o.csv.partial", "r+b") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.assertIn("another run is writing",
                          self.batch(self.model, data, "-o", "o.csv", code=3).err)
        self.assertEqual(self.bytes_of("o.csv.partial"), b"work of another run")

    def test_a_link_stays_one(self):
        data = self.file("d.csv", ties_csv(20)[0])
        self.file("target.csv", "old")
        os.symlink("target.csv", self.folder / "link.csv")
        self.batch(self.model, data, "-o", "link.csv")
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertEqual(self.bytes_of("target.csv"), self.batch(self.model, data).stdout)

    def test_an_unfinished_run_to_standard_output_says_so(self):
        data = self.file("d.csv", ties_csv(20000)[0])
        done = self.run_cogs("batch", self.model, data, "--time-limit", 0, code=4)
        self.assertIn("Not finished", done.err)


class Parts(Case):
    def setUp(self):
        super().setUp()
        self.model = self.file("ties.cogs", TIES)
        self.data = self.file("d.csv", ties_csv(300)[0])
        for part in (1, 2):
            self.run_cogs("batch", self.model, self.data, "-o", f"p{part}.csv", "--shard",
                          f"{part}/2", "-q")

    def test_the_output_is_not_a_part(self):
        before = (self.folder / "p1.csv").read_bytes()
        os.symlink("p1.csv", self.folder / "link.csv")
        os.link(self.folder / "p1.csv", self.folder / "same.csv")
        for output in ("p1.csv", "./p1.csv", "link.csv", "same.csv", "p1.csv.shard"):
            self.assertIn("would overwrite",
                          self.run_cogs("merge", "p1.csv", "p2.csv", "-o", output, code=3).err)
        self.assertEqual((self.folder / "p1.csv").read_bytes(), before)

    def test_a_part_that_was_cut_off_is_refused(self):
        os.truncate(self.folder / "p1.csv", 150)
        done = self.run_cogs("merge", "p1.csv", "p2.csv", "-o", "out.csv", code=3)
        self.assertIn("p1.csv: error: this part has 150 bytes, and had", done.err)
        self.assertNotIn("out.csv.partial", self.files())

    def test_parts_may_come_from_copies_of_the_data(self):
        os.utime(self.data, (1, 1))
        self.run_cogs("batch", self.model, self.data, "-o", "p2.csv", "--shard", "2/2", "-q")
        self.run_cogs("merge", "p1.csv", "p2.csv", "-o", "out.csv")
        self.assertEqual((self.folder / "out.csv").read_bytes(),
                         self.run_cogs("batch", self.model, self.data, "-q").stdout)

    def test_any_header_comes_once(self):
        text = self.file("odd.csv", '{x;"y\n;";y\n1;2;3\n' + "4;5;6\n" * 3)
        for part in (1, 2):
            self.run_cogs("batch", self.model, text, "-o", f"q{part}.csv", "--shard", f"{part}/2",
                          "-q", "--delimiter", ";")
        self.assertEqual(self.run_cogs("merge", "q1.csv", "q2.csv").stdout,
                         self.run_cogs("batch", self.model, text, "-q", "--delimiter", ";").stdout)


class Rows(Case):
    def test_constraints_of_json_lines(self):
        rows = [{**JOHN}, {**JOHN, "keep": ["debt"]}, {**JOHN, "keep": "debt;age"},
                {**JOHN, "keep": None}, {**JOHN, "keep": ["age", "debt"]}, {**JOHN, "keep": {"a": 1}},
                {**JOHN, "keep": [1]}]
        data = self.file("d.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        done = self.run_cogs("batch", LOAN, data, "--fix-column", "keep", "--errors", "e.csv")
        self.assertEqual([json.loads(line)["status"] for line in done.out.splitlines()],
                         ["found", "none", "none", "found", "none", "error", "error"])
        done = self.run_cogs("batch", LOAN, data, "--fix-column", "kept")
        self.assertIn("no row has constraints in 'kept'", done.err)

    def test_rows_behind_an_open_quote_are_not_lost_in_silence(self):
        row = "31,5000,40000,599,"
        data = self.file("d.csv", "age,debt,bank_balance,credit_score,note\n" + row + '"a\n' +
                         (row + "b\n") * 9)
        done = self.run_cogs("batch", LOAN, data, "--errors", "e.csv")
        self.assertIn("bad rows have taken in 9 lines that may be rows of their own", done.err)
        self.assertIn("this quote is never closed; the row has 10 lines",
                      (self.folder / "e.csv").read_text())

    def test_a_feature_in_capitals_is_one_value_too(self):
        data = self.file("d.jsonl", json.dumps({**JOHN, "Age": [1]}) + "\n")
        self.assertIn("must have one value", self.run_cogs("batch", LOAN, data, code=3).err)

    def test_empty_lines_of_json_lines_may_end_in_carriage_returns(self):
        data = self.file("d.jsonl", json.dumps(JOHN) + "\r\n\r\n \r\n" + json.dumps(JOHN) + "\r\n")
        self.assertEqual(len(self.run_cogs("batch", LOAN, data, "-q").out.splitlines()), 2)

    def test_no_rows_are_a_packed_file_too(self):
        data = self.file("d.jsonl", "")
        self.run_cogs("batch", LOAN, data, "-o", "o.jsonl.gz", "-q")
        self.assertTrue((self.folder / "o.jsonl.gz").read_bytes().startswith(b"\x1f\x8b"))
        for part in (1, 2):
            self.run_cogs("batch", LOAN, data, "-o", f"p{part}.jsonl.gz", "--shard", f"{part}/2",
                          "-q")
        self.run_cogs("merge", "p1.jsonl.gz", "p2.jsonl.gz", "-o", "all.jsonl.gz")
        self.assertEqual((self.folder / "all.jsonl.gz").read_bytes(),
                         (self.folder / "o.jsonl.gz").read_bytes())

    def test_a_constraint_of_the_run_and_of_the_row_is_one(self):
        data = self.file("d.csv", "age,debt,bank_balance,credit_score,keep\n"
                                  "31,5000,40000,599,bank_balance\n")
        line = json.loads(self.run_cogs("batch", LOAN, data, "--jsonl", "--fix", "bank_balance",
                                        "--fix-column", "keep", "-q").out)
        self.assertEqual(line["options"]["fix"], ["bank_balance"])
        self.assertEqual([b["option"] for b in line["blockers"]], ["--fix"])

    def test_ranges_of_a_row_are_spelled_as_those_of_the_run(self):
        data = self.file("d.csv", "age,debt,bank_balance,credit_score,range\n"
                                  "31,5000,40000,599,debt=-inf..inf; bank_balance= 0 .. inf\n")
        self.assertEqual(rows_of(self.run_cogs("batch", LOAN, data, "--range-column", "range",
                                               "-q").out)[0]["cogs_status"], "found")

    def test_a_row_reads_the_same_alone(self):
        model = self.file("m.cogs", "#feature x : real 0..10.\n#feature z : {4, 5}.\n"
                                    "#undesired bad(X).\nbad(X) :- x(X, V), V < 5.\n"
                                    "bad(X) :- z(X, 4).\n")
        data = self.file("d.csv", "x,z\n.5,4\n5.,4.0\nNA,5\n6,NULL\n+1e0,05\n")
        for line in self.run_cogs("batch", model, data, "--jsonl", "-q").out.splitlines():
            line = json.loads(line)
            alone = json.loads(self.run_cogs("recourse", model, f"{data}:{line['row']}", "--json",
                                             "-q", code=(0, 1)).out)
            self.assertEqual((line["start"], line["status"]), (alone["start"], alone["status"]))

    def test_columns_that_are_left_out(self):
        data = self.file("d.csv", "age,debt,bank_balance,credit_score\n31,5000,40000,599\n")
        line = json.loads(self.run_cogs("batch", LOAN, data, "--jsonl", "--ignore", "debt",
                                        "-q").out)
        self.assertIsNone(line["start"]["debt"])
        self.assertIn("did you mean 'debt'",
                      self.run_cogs("batch", LOAN, data, "--ignore", "dept", code=3).err)

    def test_long_values_do_not_flood_messages(self):
        data = self.file("d.csv", f"age,debt\n31,{'9' * 400000}\n")
        self.assertLess(len(self.run_cogs("batch", LOAN, data, code=3).err), 2000)
        self.run_cogs("batch", LOAN, data, "--errors", "e.csv", "-q")
        self.assertLess(len((self.folder / "e.csv").read_text()), 2000)


if __name__ == "__main__":
    unittest.main()
