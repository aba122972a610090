# SPDX-License-Identifier: Apache-2.0
"""Every exit code of the contract, and where results go: files, pipes, devices."""

import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from run import COGS, JOHN, LOAN, Case


def hard_model(features=300):
    """A model whose best path takes far too long to prove."""
    lines = [f"#feature f{i} : integer 0..9, cost {101 + 7 * i % 13}." for i in range(features)]
    lines.append("#undesired p(X).")
    for i in range(features * 6):
        a, b, c = (i * 7 + 1) % features, (i * 11 + 3) % features, (i * 13 + 5) % features
        lines.append(f"p(X) :- f{a}(X, A), A < {3 + i % 5}, f{b}(X, B), B < {2 + i % 7}, "
                     f"f{c}(X, C), C < {4 + i % 3}.")
    return "\n".join(lines) + "\n", [f"f{i}=0" for i in range(features)]


class ExitCodes(Case):
    def test_0_answered(self):
        self.run_cogs("recourse", LOAN, *JOHN, code=0)

    def test_1_no_recourse_is_proved(self):
        done = self.run_cogs("recourse", LOAN, *JOHN, "--fix", "debt", "--json", code=1)
        answer = json.loads(done.out)
        self.assertEqual(answer["status"], "none")
        self.assertEqual(answer["blockers"],
                         [{"kind": "caused", "feature": "credit_score", "lines": [5]}])
        done = self.run_cogs("recourse", LOAN, *JOHN, "--fix", "debt", code=1)
        self.assertIn("No way leads to the other decision (proved).", done.out)

    def test_1_no_counterfactual(self):
        model = self.file("m.cogs", "#feature a : integer 0..5.\n#undesired p(X).\n"
                                    "p(X) :- a(X, N), N >= 0.\n")
        self.run_cogs("counterfactuals", model, code=1)
        done = self.run_cogs("recourse", model, "a=1", "--fix", "a", code=1)
        self.assertIn("line", done.out)

    def test_2_usage(self):
        self.run_cogs("recourse", code=2)

    def test_3_bad_input(self):
        self.run_cogs("recourse", LOAN, "age=x", code=3)

    def test_4_limits(self):
        text, record = hard_model()
        model = self.file("hard.cogs", text)
        done = self.run_cogs("recourse", model, *record, "--json", "--time-limit", "0.2", code=4)
        answer = json.loads(done.out)
        self.assertEqual(answer["status"], "gave_up")
        self.assertGreaterEqual(answer["lower_bound"], 0)
        self.assertEqual(answer["search"]["stopped_by"], "time")
        for path in answer["paths"]:
            self.assertTrue(path["checked"])
            self.assertGreaterEqual(path["cost"], answer["lower_bound"])
        done = self.run_cogs("counterfactuals", model, "--json", "--memory-limit", "1K", code=4)
        self.assertFalse(json.loads(done.out)["complete"])

    def test_5_a_path_that_the_checker_refuses_is_never_printed(self):
        target = self.file("kept.txt", "as it was")
        done = subprocess.run([os.environ["COGS_REFUSING"], "recourse", LOAN, *JOHN, "-o", target],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 5)
        self.assertIn("this is a bug in cogs", done.stderr)
        self.assertIn("refused for the test", done.stderr)
        self.assertEqual(pathlib.Path(target).read_text(), "as it was")
        table = self.file("d.csv", "debt,bank_balance,credit_score\n5000,40000,599\n")
        done = subprocess.run([os.environ["COGS_REFUSING"], "batch", LOAN, table, "-o", target],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 5)
        self.assertIn("refused for the test", done.stderr)
        self.assertEqual(pathlib.Path(target).read_text(), "as it was")

    def test_130_interrupted_with_the_best_so_far(self):
        text, record = hard_model()
        model = self.file("hard.cogs", text)
        process = subprocess.Popen([COGS, "recourse", model, *record, "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        answer = json.loads(out)
        self.assertEqual(answer["status"], "gave_up")
        self.assertEqual(answer["search"]["stopped_by"], "interrupt")


class Destinations(Case):
    def test_output_file_holds_what_standard_output_would(self):
        wanted = self.run_cogs("recourse", LOAN, *JOHN).out
        done = self.run_cogs("recourse", LOAN, *JOHN, "-o", "out.txt")
        self.assertEqual(done.out, "")
        self.assertEqual((self.folder / "out.txt").read_text(), wanted)
        self.assertEqual(self.files(), ["out.txt"])

    def test_output_file_keeps_its_mode_and_links(self):
        real = pathlib.Path(self.file("real.txt", "old"))
        real.chmod(0o640)
        (self.folder / "link.txt").symlink_to("real.txt")
        self.run_cogs("recourse", LOAN, *JOHN, "-o", "link.txt")
        self.assertTrue((self.folder / "link.txt").is_symlink())
        self.assertIn("Decision", real.read_text())
        self.assertEqual(real.stat().st_mode & 0o777, 0o640)

    def test_new_output_file_obeys_the_umask(self):
        subprocess.run(["sh", "-c", 'umask 027; "$0" demo -o demo.txt', COGS], cwd=self.folder,
                       check=True)
        self.assertEqual((self.folder / "demo.txt").stat().st_mode & 0o777, 0o640)

    def test_answer_no_is_written_too(self):
        self.run_cogs("recourse", LOAN, *JOHN, "--fix", "debt", "-o", "out.txt", code=1)
        self.assertIn("No way", (self.folder / "out.txt").read_text())

    def test_folders_that_cannot_be_written(self):
        done = self.run_cogs("recourse", LOAN, *JOHN, "-o", "none/out.txt", code=3)
        self.assertIn("none/out.txt: error: cannot write this file: no such file", done.err)
        done = self.run_cogs("recourse", LOAN, *JOHN, "-o", ".", code=3)
        self.assertIn("it is a folder", done.err)
        done = self.run_cogs("recourse", LOAN, *JOHN, "-o", "/proc/out.txt", code=3)
        self.assertIn("cannot write this file", done.err)
        if os.geteuid() != 0:
            locked = self.folder / "locked"
            locked.mkdir(mode=0o500)
            self.run_cogs("recourse", LOAN, *JOHN, "-o", "locked/out.txt", code=3)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        done = self.run_cogs("recourse", LOAN, *JOHN, "-o", "/dev/full", code=3)
        self.assertIn("/dev/full: error: cannot write this file: no space left", done.err)
        self.assertTrue(os.path.exists("/dev/full"))
        with open("/dev/full", "wb") as full:
            done = subprocess.run([COGS, "recourse", LOAN, *JOHN], stdout=full,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"standard output: error:", done.stderr)

    def test_closed_pipe_is_quiet(self):
        program = '"$0" counterfactuals "$1" --json | head -0; echo ${PIPESTATUS[0]}'
        done = subprocess.run(["bash", "-c", program, COGS, LOAN], capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("0\n", ""))

    def test_null_device(self):
        self.run_cogs("recourse", LOAN, *JOHN, "-o", "/dev/null")
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())


@unittest.skipIf(os.environ.get("COGS_SANITIZE") == "1", "sanitizers take their time")
class Speed(Case):
    def test_start_up_is_fast(self):
        # The aim is 10 ms; the bound is loose because tests share their machine.
        best = min(self.seconds() for _ in range(20))
        self.assertLess(best, 0.05)

    def seconds(self):
        start = time.perf_counter()
        self.run_cogs("recourse", LOAN, *JOHN)
        return time.perf_counter() - start


if __name__ == "__main__":
    unittest.main()
