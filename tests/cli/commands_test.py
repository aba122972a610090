# SPDX-License-Identifier: Apache-2.0
"""Each command's text and JSON on the examples."""

import json
import subprocess
import unittest

from run import COGS, EXAMPLES, JOHN, LOAN, Case

JOHN_TEXT = """\
Decision: reject_loan, because of
  line 9: reject_loan(X) :- bank_balance(X, B), B #< 60000.
  line 10: reject_loan(X) :- credit_score(X, C), C #< 600.

The cheapest way to change that: 2 steps, cost 2 (proved: nothing costs less).

  1. Lower debt by 5000 $, to 0 $.
     Then credit_score follows: 599 -> 600 or more, because where debt is 0 $,
     credit_score is at least 600 (line 12).
     Without this step, line 10 would still apply (credit_score is 599; this
     rule applies below 600).
     After this step: still reject_loan, because of line 9.
  2. Raise bank_balance by at least 20000 $, to 60000 $ or more.
     Without this step, line 9 would still apply (bank_balance is 40000 $; this
     rule applies below 60000 $).

After that: age 31, debt 0 $, bank_balance 60000 $, credit_score 600. Decision:
not reject_loan.
"""

# contract.md, without what depends on the file and the run.
JOHN_JSON = {
    "schema": "cogs.recourse/1",
    "start": {"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599},
    "missing": [], "start_consistent": True, "start_breaks": [],
    "options": {},
    "decision": {"undesired": True, "atom": "reject_loan(x)", "rules": [9, 10]},
    "status": "found",
    "paths": [
        {"cost": 2, "direct": 2, "changed": 3, "optimal": True, "certain": True, "checked": True,
         "transitions": [
             {"actions": [{"feature": "debt", "from": 5000, "to": {"value": 0, "range": [0, 0]},
                           "cost": 1}],
              "effects": [{"feature": "credit_score", "from": 599,
                           "to": {"value": 600, "range": [600, 850]},
                           "supported": [600, 850], "certain": True, "rules": [12]}],
              "state": {"age": 31, "debt": 0, "bank_balance": 40000, "credit_score": 600},
              "after": {"undesired": True, "rules": [9]},
              "needed_because": [{"kind": "decision", "feature": None, "lines": [10],
                                  "step": None}]},
             {"actions": [{"feature": "bank_balance", "from": 40000,
                           "to": {"value": 60000, "range": [60000, 1000000000]}, "cost": 1}],
              "effects": [],
              "state": {"age": 31, "debt": 0, "bank_balance": 60000, "credit_score": 600},
              "after": {"undesired": False, "rules": []},
              "needed_because": [{"kind": "decision", "feature": None, "lines": [9],
                                  "step": None}]}]}],
    "blockers": [],
    "lower_bound": 2, "ties_proved": True,
}


class Recourse(Case):
    def test_text_is_for_people(self):
        self.assertEqual(self.run_cogs("recourse", LOAN, *JOHN).out, JOHN_TEXT)

    def test_json_is_the_contract(self):
        answer = json.loads(self.run_cogs("recourse", LOAN, *JOHN, "--json").out)
        self.assertEqual(list(answer), ["schema", "model", *list(JOHN_JSON)[1:], "search"])
        self.assertEqual(answer.pop("model")["path"], LOAN)
        self.assertEqual(list(answer.pop("search")), ["expanded", "seconds"])
        self.assertEqual(answer, JOHN_JSON)
        self.assertEqual(json.dumps(answer), json.dumps(JOHN_JSON))  # the order of members too

    def test_instance_forms_agree(self):
        record = self.file("john.json", json.dumps(JOHN_JSON["start"]))
        table = self.file("people.csv",
                          "id,age,debt,bank_balance,credit_score,label\n"
                          "7,50,0,70000,700,no\n8,31,5000,40000,599,yes\n")
        self.assertEqual(self.run_cogs("recourse", LOAN, record).out, JOHN_TEXT)
        self.assertEqual(self.run_cogs("recourse", LOAN, table + ":2").out, JOHN_TEXT)
        self.assertEqual(
            self.run_cogs("recourse", LOAN, "-", input=json.dumps(JOHN_JSON["start"]).encode()).out,
            JOHN_TEXT)
        self.assertEqual(
            self.run_cogs("recourse", LOAN, *JOHN[:2], "bank_balance=40000.0", JOHN[3]).out,
            JOHN_TEXT)

    def test_already(self):
        done = self.run_cogs("recourse", LOAN, "age=31", "debt=0", "bank_balance=70000",
                             "credit_score=700")
        self.assertEqual(done.out, "Decision: not reject_loan\n\nNothing needs to change.\n")

    def test_missing_features_are_a_warning_and_listed(self):
        done = self.run_cogs("recourse", LOAN, "bank_balance=1", "debt=?", "--json")
        answer = json.loads(done.out)
        self.assertEqual(answer["missing"], ["debt", "credit_score"])
        self.assertIsNone(answer["start"]["debt"])
        self.assertIn("warning: 'debt' is missing", done.err)
        self.assertEqual(self.run_cogs("recourse", LOAN, "bank_balance=1", "-q").err, "")

    def test_options_are_in_the_answer(self):
        done = self.run_cogs("recourse", LOAN, *JOHN, "--json", "--cost", "debt=2.5", "--only",
                             "debt,bank_balance", "--range", "bank_balance=..80000", "--certain",
                             "--top", "2", "--max-length", "3")
        answer = json.loads(done.out)
        self.assertEqual(answer["options"],
                         {"only": ["debt", "bank_balance"], "range": {"bank_balance": [None, 80000]},
                          "cost": {"debt": 2.5}, "certain": True, "top": 2, "max_length": 3})
        self.assertEqual(answer["paths"][0]["cost"], 3.5)
        self.assertEqual(answer["paths"][0]["transitions"][1]["actions"][0]["to"],
                         {"value": 60000, "range": [60000, 80000]})

    def test_no_timing_drops_the_search(self):
        done = self.run_cogs("recourse", LOAN, *JOHN, "--json", "--no-timing")
        self.assertNotIn("search", json.loads(done.out))

    def test_same_bytes_whatever_threads_and_seed(self):
        wanted = self.run_cogs("recourse", LOAN, *JOHN, "--json", "--no-timing").stdout
        for more in [[], ["--threads", "1"], ["--threads", "8", "--seed", "3"]]:
            done = self.run_cogs("recourse", LOAN, *JOHN, "--json", "--no-timing", *more)
            self.assertEqual(done.stdout, wanted)

    def test_verbose_tells_about_the_search(self):
        done = self.run_cogs("recourse", LOAN, *JOHN, "-v")
        self.assertIn("expanded", done.err)
        self.assertEqual(done.out, JOHN_TEXT)

    def test_a_dash_for_the_output_is_standard_output(self):
        question = ["recourse", LOAN, *JOHN, "--no-timing", "--json"]
        self.assertEqual(self.run_cogs(*question, "-o", "-").out, self.run_cogs(*question).out)
        model = self.file("loan.cogs", "#feature x : integer 0..9.\n#undesired no(X).\n"
                          "no(X) :- x(X, V), V > 1.\n")
        table = self.file("t.csv", "x\n2\n")
        done = self.run_cogs("batch", model, table, "-o", "-", "-q")
        self.assertEqual(done.out.splitlines()[0].split(",")[:2], ["x", "cogs_status"])
        # These write back into the model, where standard output would be surprising.
        self.run_cogs("causes", model, table, "-o", "-", code=2)
        self.run_cogs("review", model, "--approve", "c1", "-o", "-", code=2)
        self.run_cogs("features", model, "--apply", table, "-o", "-", code=2)
        self.assertEqual(self.files(), ["loan.cogs", "t.csv"])

    def test_no_output_overwrites_an_input(self):
        text = "#feature x : integer 0..9.\n#undesired no(X).\nno(X) :- x(X, V), V > 1.\n"
        model = self.file("m.cogs", text)
        table = self.file("t.csv", "x,y\n" + "".join(f"{n % 9},{n % 9 > 1}\n" for n in range(40)))
        person = self.file("p.json", '{"x": 2}')
        kept = {name: (self.folder / name).read_text() for name in self.files()}
        for asked in (["recourse", model, "x=2", "-o", "./m.cogs"], ["why", model, person, "-o", person],
                      ["why", model, "x=2", "--html", model], ["recourse", model, person, "--record", person],
                      ["compare", model, table + ":1", person, "-o", table],
                      ["counterfactuals", model, "-o", model], ["export", model, "--to", "json", "-o", model],
                      ["check", model, person, "-o", person], ["features", model, "-o", model],
                      ["features", model, "--apply", table, "-o", table], ["causes", model, table, "-o", table],
                      ["learn", table, "--label", "y", "--undesired", "True", "--fresh", "-o", table],
                      ["learn", table, "--label", "y", "--undesired", "True", "--fresh", "--features",
                       person, "-o", person],
                      ["look", table, "--html", table], ["batch", model, table, "--codes", person, "-o", person],
                      ["batch", model, table, "--codes", person, "-o", "b.csv", "--errors", person],
                      ["predict", model, table, "-o", table], ["solve", model, "--query", "true", "-o", model]):
            done = self.run_cogs(*asked, code=3)
            self.assertIn("would overwrite an input", done.err)
        for asked in (["recourse", model, "x=2", "--html", "z", "--record", "z"],
                      ["why", model, "x=2", "--html", "z", "--record", "./z"]):
            self.assertIn("two outputs are the same file", self.run_cogs(*asked, code=3).err)
        self.assertEqual({name: (self.folder / name).read_text() for name in self.files()}, kept)

    def test_colour_only_when_asked(self):
        self.assertNotIn("\x1b", self.run_cogs("recourse", LOAN, *JOHN).out)
        self.assertIn("\x1b[", self.run_cogs("recourse", LOAN, *JOHN, "--color", "always").out)
        self.assertNotIn("\x1b", self.run_cogs("recourse", LOAN, *JOHN, "--color=never").out)

    def test_values_cannot_drive_the_terminal(self):
        model = self.file("evil.cogs", "#feature a : integer 0..5, label \"\x1b]0;owned\x07\".\n"
                                       "#undesired p(X).\np(X) :- a(X, N), N < 3.\n")
        done = subprocess.run([COGS, "recourse", model, "a=1"], capture_output=True)
        self.assertNotIn(b"\x1b", done.stdout + done.stderr)
        done = self.run_cogs("recourse", LOAN, "age=\x1b[31mx", code=3)
        self.assertNotIn("\x1b", done.err)

    def test_exact_numbers(self):
        model = self.file("big.cogs",
                          "#feature n : integer 0..100000000000000000000000.\n"
                          "#feature r : real 0..1.\n#undesired p(X).\n"
                          "p(X) :- n(X, N), N =< 9007199254740993.\np(X) :- r(X, R), R < 0.1.\n")
        out = self.run_cogs("recourse", model, "n=9007199254740993", "r=0.05", "--json").out
        answer = json.loads(out, parse_float=str, parse_int=str)
        changes = {a["feature"]: a["to"]["value"] for t in answer["paths"][0]["transitions"]
                   for a in t["actions"]}
        self.assertEqual(changes, {"n": "9007199254740994", "r": "0.1"})


class Counterfactuals(Case):
    def test_cells_of_the_paper(self):
        for name, cells in [("cars", 52), ("german", 3588), ("adult", 297)]:
            done = self.run_cogs("counterfactuals", EXAMPLES / name / f"{name}.cogs", "--json")
            answer = json.loads(done.out)
            self.assertEqual((name, answer["schema"], answer["cells"]),
                             (name, "cogs.counterfactuals/1", cells))
            self.assertTrue(answer["complete"])
            self.assertIsInstance(answer["states"], str)

    def test_text(self):
        self.assertEqual(
            self.run_cogs("counterfactuals", EXAMPLES / "cars" / "cars.cogs").out.splitlines()[0],
            "Decision wanted: not label negative. 3 regions, 52 cells, 52 states.")

    def test_reachable_from_a_record(self):
        done = self.run_cogs("counterfactuals", LOAN, *JOHN, "--json")
        answer = json.loads(done.out)
        self.assertEqual(answer["start"]["debt"], 5000)
        self.assertTrue(all(r["age"][0] >= 31 for r in answer["regions"]), answer["regions"])

    def test_restrictions_need_a_record(self):
        self.run_cogs("counterfactuals", LOAN, "--fix", "age", code=2)


class Check(Case):
    def answer(self, *more):
        return json.loads(self.run_cogs("recourse", LOAN, *JOHN, "--json", *more).out)

    def check(self, answer, code):
        return self.run_cogs("check", LOAN, self.file("answer.json", json.dumps(answer)), code=code)

    def test_right_answers_pass(self):
        self.assertIn("The answer is right.", self.check(self.answer(), 0).out)
        self.check(self.answer("--top", "3", "--cost", "debt=7"), 0)
        fixed = json.loads(self.run_cogs("recourse", LOAN, *JOHN, "--json", "--fix", "debt",
                                         code=1).out)
        self.check(fixed, 0)

    def test_reads_standard_input_and_writes_json(self):
        text = self.run_cogs("recourse", LOAN, *JOHN, "--json").stdout
        done = self.run_cogs("check", LOAN, "-", "--json", input=text)
        self.assertEqual(json.loads(done.out),
                         {"schema": "cogs.check/1", "right": True,
                          "paths": [{"right": True, "faults": []}], "claims": [],
                          "compared": True})

    def test_wrong_paths_fail(self):
        answer = self.answer()
        answer["paths"][0]["cost"] = 1
        self.assertIn("path 1: wrong", self.check(answer, 1).out)
        answer = self.answer()
        answer["paths"][0]["transitions"].pop()
        self.check(answer, 1)
        answer = self.answer()
        answer["paths"][0]["transitions"][1]["actions"][0]["to"]["value"] = 59999
        self.check(answer, 1)
        answer = self.answer()
        answer["options"] = {"fix": ["debt"]}
        self.check(answer, 1)

    def test_wrong_claims_fail(self):
        answer = self.answer()
        answer.update(status="none", paths=[])
        self.assertIn("there is a path", self.check(answer, 1).out)
        answer = self.answer()
        answer["lower_bound"] = 3
        self.check(answer, 1)
        answer = self.answer()
        answer["decision"]["undesired"] = False
        self.check(answer, 1)
        # A dearer path is valid, but not optimal.
        dear = self.answer("--fix", "age")
        dear["paths"][0]["transitions"].insert(
            0, {"actions": [{"feature": "age", "from": 31, "to": {"value": 32, "range": [32, 99]},
                             "cost": 1}],
                "effects": [],
                "state": {"age": 32, "debt": 5000, "bank_balance": 40000, "credit_score": 599}})
        for transition in dear["paths"][0]["transitions"]:
            transition["state"]["age"] = 32
        dear["options"] = {}
        dear["paths"][0]["cost"] = 3
        self.assertIn("not the cheapest", self.check(dear, 1).out)

    def test_a_folder_without_records_is_bad_input(self):
        (self.folder / "empty").mkdir()
        for asked in (["empty"], [LOAN, "empty"]):
            err = self.run_cogs("check", *asked, code=3).err
            self.assertIn("empty: error: there is no record in this folder", err)
        self.assertIn("nosuch: error: there is no such folder",
                      self.run_cogs("check", "nosuch", code=3).err)

    def test_another_model_is_a_warning(self):
        answer = self.answer()
        answer["model"]["sha256"] = "0"
        self.assertIn("another version of the model", self.check(answer, 0).err)


class Others(Case):
    def test_export(self):
        clingo = self.run_cogs("export", LOAN, *JOHN, "--to", "clingo").out
        self.assertIn("#minimize", clingo)
        self.assertIn("reject_loan", self.run_cogs("export", LOAN, "--to", "scasp").out)
        model = json.loads(self.run_cogs("export", LOAN, "--to", "json").out)
        self.assertEqual([f["name"] for f in model["features"]],
                         ["age", "debt", "bank_balance", "credit_score"])
        self.assertEqual([r["line"] for r in model["rules"]], [9, 10])
        self.assertEqual(model["causal_rules"][0]["line"], 12)
        self.assertIn("not available",
                      self.run_cogs("export", LOAN, "--to", "pmml", code=2).err)
        self.run_cogs("export", LOAN, "--to", "scasp", "--steps", "3", code=2)
        self.run_cogs("export", LOAN, "--to", "scasp", "--fix", "age", code=2)
        self.run_cogs("export", LOAN, *JOHN, "--to", "json", code=2)

    def test_help_has_an_example(self):
        for command in ["demo", "causes", "recourse", "counterfactuals", "check", "solve", "export",
                        "completion"]:
            done = self.run_cogs(command, "--help")
            self.assertIn("Example:", done.out)
            self.assertIn(f"Usage: cogs {command}", done.out)
        self.assertIn("cogs recourse MODEL INSTANCE", self.run_cogs().out)
        self.assertIn("counterfactuals", self.run_cogs("--help").out)
        self.assertRegex(self.run_cogs("--version").out, r"^cogs \d+\.\d+\.\d+\n$")
        self.assertRegex(self.run_cogs("recourse", "--version").out, r"^cogs \d")

    def test_completion_scripts_know_commands_and_options(self):
        for shell in ["bash", "zsh", "fish"]:
            script = self.run_cogs("completion", shell).out
            for word in ["counterfactuals", "max-length", "#feature"]:
                self.assertIn(word, script)
        self.run_cogs("completion", "tcsh", code=2)

    def test_bash_completes_commands_options_and_features(self):
        script = self.file("complete.sh", self.run_cogs("completion", "bash").out)

        def complete(*words):
            program = (f"source {script}; compopt() {{ :; }}; COMP_WORDS=({' '.join(words)}); "
                       f"COMP_CWORD={len(words) - 1}; _cogs; echo \"${{COMPREPLY[@]}}\"")
            return subprocess.run(["bash", "-c", program], capture_output=True, text=True,
                                  check=True).stdout.split()

        self.assertEqual(complete("cogs", "rec"), ["recourse"])
        self.assertIn("--max-length", complete("cogs", "recourse", "--m"))
        self.assertEqual(complete("cogs", "recourse", LOAN, "--fix", "d"), ["debt"])
        self.assertEqual(complete("cogs", "recourse", LOAN, "credit_s"), ["credit_score="])
        self.assertEqual(complete("cogs", "solve", "--hu"), ["--human"])
        self.assertEqual(complete("cogs", "solve", "--unknown", "f"), ["fail"])


if __name__ == "__main__":
    unittest.main()
