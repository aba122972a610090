# SPDX-License-Identifier: Apache-2.0
"""cogs batch and cogs merge: each row answered as `cogs recourse` would, nothing lost, same bytes.

COGS_KILLS=50 interrupts a run at so many random moments; COGS_SEED chooses others.
"""

import csv
import functools
import gzip
import io
import json
import os
import random
import signal
import subprocess
import time
import unittest

from run import COGS, EXAMPLES, LOAN, Case

SEED = int(os.environ.get("COGS_SEED", "1"))
KILLS = int(os.environ.get("COGS_KILLS", "3"))
ADULT = str(EXAMPLES / "adult" / "adult.cogs")

# Two ways out that cost the same: which is nearer depends on the person.
TIES = """\
#feature id    : integer 0..1000000, fixed.
#feature x     : real 0..10, step 0.25.
#feature y     : integer 0..100.
#feature z     : {a, b, 'c, d', 'e"f'}.
#feature score : integer 0..9, caused.
#causal score : if.
#undesired bad(X).
bad(X) :- x(X, V), V < 5, y(X, W), W < 60.
bad(X) :- z(X, a), y(X, W), W > 90.
bad(X) :- score(X, S), S < 2, not z(X, 'c, d').
score(X, S) :- S >= 5, z(X, b).
"""


@functools.cache
def ties_csv(rows, seed=SEED, corrupt=0.0):
    """A table, and the numbers of the rows that are corrupt."""
    draw = random.Random(seed)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["note", "y", "id", "z", "x", "score"])
    bad = []
    for row in range(1, rows + 1):
        fields = [draw.choice(["", "hello", "a, b", 'say "x"', "line\nbreak"]), draw.randint(0, 100),
                  row, draw.choice(["a", "b", "c, d", 'e"f', "?"]), draw.randint(0, 40) / 4,
                  draw.randint(0, 9)]
        if draw.random() < corrupt:
            bad.append(row)
            kind = draw.randint(0, 3)
            if kind == 0:
                fields[1] = "many"
            elif kind == 1:
                fields[4] = 99
            elif kind == 2:
                fields.append("one too many")
            else:
                fields = fields[:3]
        writer.writerow(fields)
    return out.getvalue(), bad


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


class Batch(Case):
    def setUp(self):
        super().setUp()
        self.model = self.file("ties.cogs", TIES)

    def batch(self, *arguments, **how):
        return self.run_cogs("batch", *arguments, "-q", **how)

    def test_each_row_gets_what_recourse_says(self):
        print(f"COGS_SEED={SEED}")
        text, _ = ties_csv(150)
        data = self.file("d.csv", text)
        lines = [json.loads(line) for line in self.batch(self.model, data, "--jsonl").out.splitlines()]
        table = rows_of(self.batch(self.model, data).out)
        given = rows_of(text)
        self.assertEqual(len(lines), 150)
        for number, (line, row, start) in enumerate(zip(lines, table, given), 1):
            alone = json.loads(self.run_cogs("recourse", self.model, f"d.csv:{number}", "--json",
                                             "--no-timing", "-q", code=(0, 1)).out)
            self.assertEqual(line.pop("row"), number)
            alone.pop("model")
            for transition in (t for p in alone["paths"] for t in p["transitions"]):
                for extra in set(transition) - {"actions", "effects", "state"}:
                    transition.pop(extra)
            for extra in set(alone) - set(line):
                alone.pop(extra)
            self.assertEqual(line, alone, f"row {number}")
            self.assertEqual({name: row[name] for name in start}, start)
            self.assertEqual(row["cogs_status"], alone["status"])
            if alone["paths"]:
                best = alone["paths"][0]
                self.assertEqual(row["cogs_cost"], str(best["cost"]))
                self.assertEqual(row["cogs_certain"], str(best["certain"]).lower())
                changes = dict(c.split("=", 1) for c in row["cogs_changes"].split("; "))
                last = best["transitions"][-1]["state"]
                for name, value in changes.items():
                    self.assertEqual(value, str(last[name]))
                first = best["transitions"][0]["actions"][0]
                self.assertTrue(row["cogs_path"].startswith(
                    f"{first['feature']}: {'?' if first['from'] is None else first['from']} -> "),
                    row["cogs_path"])
        self.assertGreater(len({tuple(sorted(a["feature"] for t in line["paths"][0]["transitions"]
                                             for a in t["actions"]))
                                for line in lines if line["paths"]}), 2)

    def test_answers_pass_the_checker(self):
        text, _ = ties_csv(40)
        data = self.file("d.csv", text)
        for line in self.batch(self.model, data, "--jsonl").out.splitlines():
            self.run_cogs("check", self.model, self.file("answer.json", line), "-q")

    def test_same_bytes_for_any_number_of_threads(self):
        data = self.file("d.csv", ties_csv(30000)[0])
        outputs = set()
        for threads in (1, 2, 5):
            self.batch(self.model, data, "-o", f"out{threads}.csv", "--threads", threads,
                       "--errors", f"err{threads}.csv")
            outputs.add((self.folder / f"out{threads}.csv").read_bytes())
        self.assertEqual(len(outputs), 1)
        self.assertEqual(self.batch(self.model, data).stdout, outputs.pop())

    def test_goes_on_after_being_killed(self):
        print(f"COGS_SEED={SEED}")
        draw = random.Random(SEED)
        data = self.file("d.csv", ties_csv(40000, corrupt=0.01)[0])
        for name in ("whole.csv", "whole.jsonl.gz"):
            ending = name.split(".", 1)[1]
            began = time.monotonic()
            self.batch(self.model, data, "-o", name, "--errors", "whole.err", "--threads", 2)
            needed = time.monotonic() - began
            expected = (self.folder / name).read_bytes()
            errors = (self.folder / "whole.err").read_bytes()
            for attempt in range(KILLS):
                out = f"out{attempt}.{ending}"
                command = [COGS, "batch", self.model, data, "-o", out, "-q", "--errors", "e.csv",
                           "--threads", "2"]
                tries = 0
                for tries in range(1, 40):
                    process = subprocess.Popen([*command, "--resume"], cwd=self.folder)
                    time.sleep(draw.uniform(0, needed * (0.5 + tries / 4)))
                    process.send_signal(signal.SIGKILL)
                    if process.wait() == 0:
                        break
                self.assertEqual((self.folder / out).read_bytes(), expected, f"attempt {attempt}")
                self.assertEqual((self.folder / "e.csv").read_bytes(), errors)
                self.assertFalse((self.folder / (out + ".journal")).exists())
                self.assertFalse((self.folder / (out + ".partial")).exists())

    def test_an_interrupt_leaves_a_partial_output_and_says_so(self):
        data = self.file("d.csv", ties_csv(60000)[0])
        done = self.run_cogs("batch", self.model, data, "-o", "out.csv", "--time-limit", "0.05",
                             code=(0, 4))
        if done.returncode == 4:
            self.assertIn("--resume", done.err)
            self.assertFalse((self.folder / "out.csv").exists())
            self.assertTrue((self.folder / "out.csv.partial").exists())
        self.batch(self.model, data, "-o", "out.csv", "--resume")
        self.assertEqual((self.folder / "out.csv").read_bytes(), self.batch(self.model, data).stdout)

    def test_goes_on_with_the_same_delimiter_and_line_ends(self):
        text = ties_csv(60000)[0].replace("\"", "").replace(", ", " ").replace("line\nbreak", "line")
        for line_end, delimiter in (("\r\n", ";"), ("\n", "\t")):
            data = self.file("d.csv", text.replace(",", delimiter).replace("\n", line_end))
            whole = self.batch(self.model, data, code=3).stdout
            for seconds in ("0", "0.03"):
                self.run_cogs("batch", self.model, data, "-o", "out.csv", "--time-limit", seconds,
                              code=(3, 4))
                self.batch(self.model, data, "-o", "out.csv", "--resume", code=3)
                self.assertEqual((self.folder / "out.csv").read_bytes(), whole)

    def test_a_journal_of_another_run_is_refused(self):
        data = self.file("d.csv", ties_csv(60000)[0])
        done = self.run_cogs("batch", self.model, data, "-o", "out.csv", "--time-limit", "0",
                             code=4)
        self.assertIn("Not finished", done.err)
        other = self.run_cogs("batch", self.model, data, "-o", "out.csv", "--resume", "--fix", "y",
                              code=3)
        self.assertIn("another run", other.err)

    def test_corrupt_rows_are_all_reported_and_the_rest_is_answered(self):
        text, bad = ties_csv(4000, corrupt=0.05)
        data = self.file("d.csv", text)
        self.batch(self.model, data, "-o", "out.csv", "--errors", "err.csv")
        rows = rows_of((self.folder / "out.csv").read_text())
        self.assertEqual(len(rows), 4000)
        self.assertEqual([n for n, row in enumerate(rows, 1) if row["cogs_status"] == "error"], bad)
        errors = rows_of((self.folder / "err.csv").read_text())
        self.assertEqual(sorted({int(e["row"]) for e in errors}), bad)
        lines = text.split("\n")
        for error in errors[:50]:
            around = ",".join(lines[int(error["line"]) - 2:int(error["line"]) + 1]) + ","
            self.assertIn(f",{error['row']},", around)
            self.assertGreater(int(error["column"]), 0)
        self.assertTrue(any("many" in e["message"] for e in errors))
        self.assertTrue(any(e["column"] != "1" for e in errors))
        done = self.run_cogs("batch", self.model, data, "-o", "out2.csv", code=3)
        self.assertIn("--errors FILE", done.err)
        self.assertIn("d.csv:", done.err)
        self.assertEqual((self.folder / "out2.csv").read_bytes(),
                         (self.folder / "out.csv").read_bytes())

    def test_seven_parts_merge_to_the_whole(self):
        data = self.file("d.csv", ties_csv(60000, corrupt=0.01)[0])
        for ending in ("csv", "jsonl", "csv.gz"):
            self.batch(self.model, data, "-o", f"all.{ending}", "--errors", "all.err")
            parts = []
            for part in range(1, 8):
                parts.append(f"p{part}.{ending}")
                self.batch(self.model, data, "-o", parts[-1], "--shard", f"{part}/7", "--errors",
                           f"p{part}.err")
            shuffled = parts[3:] + parts[:3]
            self.run_cogs("merge", *shuffled, "-o", f"joined.{ending}")
            self.assertEqual((self.folder / f"joined.{ending}").read_bytes(),
                             (self.folder / f"all.{ending}").read_bytes())
            piped = subprocess.run([COGS, "merge", *parts], cwd=self.folder, check=True,
                                   capture_output=True)
            self.assertEqual(piped.stdout, (self.folder / f"all.{ending}").read_bytes())
            rows = [rows_of((self.folder / f"p{n}.err").read_text()) for n in range(1, 8)]
            self.assertEqual([e for part in rows for e in part],
                             rows_of((self.folder / "all.err").read_text()))
            self.assertIn("part 5 of 7 is missing",
                          self.run_cogs("merge", *parts[:4], *parts[5:], code=3).err)
            self.assertIn("comes twice", self.run_cogs("merge", *parts, parts[2], code=3).err)
        self.run_cogs("batch", self.model, data, "--shard", "8/7", code=2)
        self.run_cogs("batch", self.model, "-", "--shard", "1/7", code=3,
                      input=ties_csv(3)[0].encode())

    def test_packed_and_piped(self):
        text, _ = ties_csv(5000)
        data = self.file("d.csv", text)
        expected = self.batch(self.model, data).stdout
        self.file("d.csv.gz", gzip.compress(text.encode()))
        self.assertEqual(self.batch(self.model, "d.csv.gz").stdout, expected)
        self.assertEqual(self.batch(self.model, "-", input=text.encode()).stdout, expected)
        self.batch(self.model, data, "-o", "out.csv.gz")
        self.assertEqual(gzip.decompress((self.folder / "out.csv.gz").read_bytes()), expected)

    def test_json_lines_in(self):
        text, _ = ties_csv(300)
        data = self.file("d.csv", text)
        lines = ""
        for row in rows_of(text):
            values = {"y": int(row["y"]), "x": float(row["x"]), "score": int(row["score"]),
                      "id": int(row["id"]), "note": [1], "z": None if row["z"] == "?" else row["z"]}
            lines += json.dumps(values) + "\n"
        rows = self.file("d.jsonl", lines)
        expected = self.batch(self.model, data, "--jsonl").out
        self.assertEqual(self.batch(self.model, rows).out, expected)
        self.assertEqual(self.batch(self.model, "-", "--input-format", "jsonl", "--jsonl",
                                    input=lines.encode()).out, expected)
        self.batch(self.model, rows, "-o", "out.csv")
        with_columns = rows_of((self.folder / "out.csv").read_text())
        self.assertEqual([r["cogs_path"] for r in with_columns],
                         [r["cogs_path"] for r in rows_of(self.batch(self.model, data).out)])
        self.assertEqual(with_columns[0]["y"], rows_of(text)[0]["y"])
        broken = self.file("b.jsonl", '{"y": 1}\n\n{"y": \n[1]\n{"y": {"a": 1}}\n{"y": "no"}\n')
        done = self.batch(self.model, broken, "--errors", "err.csv")
        states = [json.loads(line)["status"] for line in done.out.splitlines()]
        self.assertEqual(states[1:], ["error"] * 4)
        self.assertEqual([e["line"] for e in rows_of((self.folder / "err.csv").read_text())],
                         ["3", "4", "5", "6"])

    def test_constraints_of_each_row(self):
        data = self.file("d.csv", "age,debt,bank_balance,credit_score,keep,only,range,cost,free\n"
                                  "31,5000,40000,599,,,,,\n"
                                  "31,5000,40000,599,debt,,,,\n"
                                  "31,5000,40000,599, debt ; age ,,,,credit_score\n"
                                  "31,5000,40000,599,,bank_balance,,,\n"
                                  "31,5000,40000,599,,,bank_balance=0..50000,,\n"
                                  "31,5000,40000,599,,,,bank_balance=2.5;debt=3,\n"
                                  "31,5000,40000,599,dept,,,,\n"
                                  "31,5000,40000,599,,,,debt=free,\n")
        columns = ["--fix-column", "keep", "--only-column", "only", "--range-column", "range",
                   "--cost-column", "cost", "--allow-column", "free"]
        done = self.batch(LOAN, data, *columns, code=3)
        rows = rows_of(done.out)
        self.assertEqual([r["cogs_status"] for r in rows],
                         ["found", "none", "found", "none", "none", "found", "error", "error"])
        self.assertEqual(rows[5]["cogs_cost"], "5.5")
        self.assertEqual(rows[2]["cogs_changes"], "bank_balance=60000; credit_score=600")
        self.assertEqual(rows[1]["cogs_path"], "blocked by caused credit_score (line 5)")
        self.assertEqual(rows[3]["cogs_path"], "blocked by option --only")
        self.assertIn("did you mean 'debt'", done.err)
        self.assertIn("did you mean 'keep'",
                      self.batch(LOAN, data, "--fix-column", "kep", code=3).err)

    def test_reasons(self):
        data = self.file("d.csv", "age,debt,bank_balance,credit_score\n31,5000,40000,599\n"
                                  "31,0,90000,700\n")
        rows = rows_of(self.batch(LOAN, data, "--reasons", 4).out)
        self.assertIn("bank_balance: 40000, needed 60000 $ or more", rows[0]["cogs_reasons"])
        self.assertEqual(rows[1]["cogs_reasons"], "")
        line = json.loads(self.batch(LOAN, data, "--reasons", 1, "--jsonl").out.splitlines()[0])
        why = json.loads(self.run_cogs("why", LOAN, "d.csv:1", "--json", "--reasons", 1).out)
        self.assertEqual([r["feature"] for r in line["reasons"]],
                         [r["feature"] for r in why["reasons"]])
        self.assertEqual(line["reasons"][0]["needed"], why["reasons"][0]["needed"])

    def test_headers(self):
        row = "31,5000,40000,599\n"
        good = rows_of(self.batch(LOAN, self.file("a.csv", "age,debt,bank_balance,credit_score\n" +
                                                  row)).out)
        swapped = rows_of(self.batch(LOAN, self.file("b.csv", "Debt,id,Age,credit_score,bank_balance"
                                                     "\n5000,7,31,599,40000\n")).out)
        self.assertEqual(swapped[0]["cogs_path"], good[0]["cogs_path"])
        done = self.run_cogs("batch", LOAN, self.file("c.csv", "age,dept,bank_balance,credit_score\n"
                                                      + row))
        self.assertEqual(done.err.count("did you mean 'debt'"), 1)
        self.assertEqual(done.err.count("there is no column for debt: missing in every row"), 1)
        done = self.run_cogs("batch", LOAN, self.file("e.csv", "agee,dept\n1,2\n"), "-o", "o.csv",
                             code=3)
        self.assertIn("did you mean 'age'", done.err)
        self.assertNotIn("o.csv", self.files())
        self.run_cogs("batch", LOAN, self.file("empty.csv", ""), code=3)
        self.batch(LOAN, "a.csv", "-o", "answers.csv")
        done = self.run_cogs("batch", LOAN, "answers.csv", "-o", "again.csv", code=3)
        self.assertIn("a column 'cogs_status' already", done.err)
        self.assertEqual([name for name in self.files() if name.startswith("again")], [])
        self.assertEqual(len(self.batch(LOAN, "answers.csv", "--jsonl").out.splitlines()), 1)
        only_header = self.batch(LOAN, self.file("h.csv", "age,debt,bank_balance,credit_score\n"))
        self.assertEqual(len(only_header.out.splitlines()), 1)
        windows = self.batch(LOAN, self.file("w.csv", b"\xef\xbb\xbfage;debt;bank_balance;"
                                             b"credit_score\r\n31;5000;40000;599\r\n"))
        self.assertEqual(windows.stdout.count(b"\r\n"), 2)
        self.assertTrue(windows.stdout.startswith(b"age;debt;bank_balance;credit_score;cogs_status"))

    def test_files_that_must_not_be_written(self):
        text, _ = ties_csv(10)
        data = self.file("d.csv", text)
        for arguments in (["-o", "d.csv"], ["-o", "./d.csv"], ["--errors", "d.csv"],
                          ["-o", "ties.cogs"], ["-o", "o.csv", "--errors", "o.csv"]):
            done = self.run_cogs("batch", self.model, data, *arguments, code=3)
            self.assertIn("choose another file", done.err)
        os.link(data, self.folder / "same.csv")
        self.run_cogs("batch", self.model, data, "-o", "same.csv", code=3)
        self.assertEqual((self.folder / "d.csv").read_text(), text)
        self.run_cogs("batch", self.model, data, "-o", "no/such/o.csv", code=3)
        self.run_cogs("batch", self.model, data, "-o", ".", code=3)
        self.assertIn("no space left",
                      self.run_cogs("batch", self.model, data, "-o", "/dev/full", code=3).err)
        self.run_cogs("batch", self.model, data, "--resume", code=2)

    def test_a_closed_pipe_ends_the_run_quietly(self):
        data = self.file("d.csv", ties_csv(60000)[0])
        process = subprocess.Popen([COGS, "batch", self.model, data], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(), 0)
        self.assertEqual(errors, b"")

    def test_summary(self):
        data = self.file("d.csv", ties_csv(200)[0])
        done = self.run_cogs("batch", self.model, data, "-o", "o.csv")
        self.assertIn("200 rows: ", done.err)
        summary = json.loads(self.batch(self.model, data, "-o", "o.csv", "--json").out)
        self.assertEqual(summary["schema"], "cogs.batch/1")
        self.assertEqual(summary["rows"], 200)
        self.assertEqual(sum(summary[k] for k in ("found", "already", "none", "gave_up", "error")),
                         200)


if __name__ == "__main__":
    unittest.main()
