# SPDX-License-Identifier: Apache-2.0
"""--record of why and recourse, and what cogs check says about such a record later."""

import copy
import hashlib
import json
import os
import random
import unittest

import run

LOAN_TEXT = open(run.LOAN, encoding="utf-8").read()
SEED = int(os.environ.get("COGS_SEED", "1"))
RECORDED = [("loan1", "loan.cogs", "john.json"), ("loan2", "loan.cogs", "john.json"),
            ("adult", "adult.cogs", "person.json"), ("german", "german.cogs", "applicant.json"),
            ("cars", "cars.cogs", "car.json")]
# What nobody can recompute: where things were, and who made it. Only the checksum protects it.
HEARSAY = {("engine", "version"), ("model", "path"), ("input", "source"), ("case", "row"),
           ("case", "id"), ("case", "at")}
# As true as before: more reasons asked for than there are, or less claimed than is known.
AS_TRUE = {("run", "reasons"), ("reasons_complete",), ("recourse", "complete")}


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def checksum(value):
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def sealed(record):
    """The record with the checksums that a forger would put there."""
    record["input"]["sha256"] = checksum(record["input"]["record"])
    record["sha256"] = checksum({k: v for k, v in record.items() if k != "sha256"})
    return record


def leaves(value, path=()):
    if isinstance(value, (dict, list)) and value:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], path + (key,))
    else:
        yield path


def other(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    return {None: "x"}.get(value) if value is None else ([1] if value == [] else {"x": 1})


def changed(record, path):
    record = copy.deepcopy(record)
    holder = record
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = other(holder[path[-1]])
    return record


class Records(run.Case):
    def record(self, command, model, *arguments, code=0):
        self.run_cogs(command, model, *arguments, "--record", "record.json", code=code)
        return json.loads((self.folder / "record.json").read_text(encoding="utf-8"))

    def check(self, model, record, code=0):
        """The verdict of cogs check on this record, which is a JSON value."""
        file = self.file("checked.json", json.dumps(record, ensure_ascii=False))
        done = self.run_cogs("check", model, file, "--json", "-q", code=code)
        return json.loads(done.out)

    def wrong_parts(self, model, record):
        verdict = self.check(model, record, code=1)
        self.assertFalse(verdict["right"])
        return [p["part"] for p in verdict["record"]["parts"] if not p["holds"]]


class RoundTrip(Records):
    def test_records_of_all_examples_hold(self):
        for story, model, person in RECORDED:
            folder = run.EXAMPLES / story
            for command in ("why", "recourse"):
                with self.subTest(story=story, command=command):
                    record = self.record(command, folder / model, folder / person)
                    self.assertEqual(record["recourse"] is None, command == "why")
                    verdict = self.check(folder / model, record)
                    self.assertTrue(verdict["right"])
                    self.assertFalse(verdict["model"]["changed"])

    def test_the_record_stands_alone_and_its_checksums_can_be_recomputed(self):
        record = self.record("recourse", run.LOAN, *run.JOHN, "--top", "2")
        self.assertEqual(record["model"]["text"], LOAN_TEXT)
        self.assertEqual(record["model"]["sha256"],
                         hashlib.sha256(LOAN_TEXT.encode()).hexdigest())
        self.assertEqual(record, sealed(copy.deepcopy(record)))
        self.assertEqual(record["recourse"]["options"], {"top": 2})

    def test_equal_input_gives_equal_bytes(self):
        self.record("recourse", run.LOAN, *run.JOHN, "--no-timing")
        first = (self.folder / "record.json").read_bytes()
        self.record("recourse", run.LOAN, *run.JOHN, "--no-timing")
        self.assertEqual(first, (self.folder / "record.json").read_bytes())

    def test_layout_and_order_of_members_do_not_matter(self):
        record = self.record("recourse", run.LOAN, *run.JOHN)
        file = self.file("sorted.json", json.dumps(record, sort_keys=True, indent=4))
        self.run_cogs("check", run.LOAN, file)

    def test_answers_without_a_path_hold_too(self):
        fixed = self.record("recourse", run.LOAN, *run.JOHN, "--fix", "bank_balance", code=1)
        self.assertEqual(fixed["recourse"]["status"], "none")
        self.assertTrue(fixed["recourse"]["blockers"])
        self.check(run.LOAN, fixed)
        rich = self.record("recourse", run.LOAN, "debt=0", "bank_balance=70000",
                           "credit_score=700")
        self.assertEqual(rich["recourse"]["status"], "already")
        self.assertEqual(rich["input"]["missing"], ["age"])
        self.check(run.LOAN, rich)

    def test_a_search_that_was_stopped_is_recorded_as_such(self):
        adult = run.EXAMPLES / "adult"
        record = self.record("recourse", adult / "adult.cogs", adult / "person.json",
                             "--time-limit", "0", code=4)
        self.assertEqual((record["recourse"]["status"], record["recourse"]["complete"]),
                         ("gave_up", False))
        self.check(adult / "adult.cogs", record)

    def test_a_limit_is_no_excuse_for_what_is_disproved(self):
        made = self.record("recourse", run.LOAN, *run.JOHN)
        path = made["recourse"]["paths"]
        none = {"complete": False, "lower_bound": None, "blockers": []}
        for forged in (none | {"status": "none", "paths": []},
                       none | {"status": "none", "paths": path},
                       none | {"status": "already", "paths": [], "lower_bound": 0},
                       none | {"status": "found", "paths": []},
                       {"complete": False, "blockers": [
                           {"kind": "fixed", "feature": "age", "lines": [1]}]}):
            record = copy.deepcopy(made)
            record["recourse"].update(forged)
            with self.subTest(forged=forged):
                self.assertEqual(self.wrong_parts(run.LOAN, sealed(record)), ["recourse"])
        made["reasons_complete"] = False
        made["reasons"][0]["responsibility"] = "1"
        self.assertEqual(self.wrong_parts(run.LOAN, sealed(made)), ["reasons"])

    def test_what_a_limit_kept_from_being_compared_is_not_said_to_hold(self):
        adult = run.EXAMPLES / "adult"
        self.record("recourse", adult / "adult.cogs", adult / "person.json")
        text = "% new\n" + (adult / "adult.cogs").read_text(encoding="utf-8")
        for model in (adult / "adult.cogs", self.file("now.cogs", text)):
            done = self.run_cogs("check", model, "record.json", "--time-limit", "0", code=4)
            self.assertIn("What was compared holds.", done.out)
            self.assertNotIn("still holds", done.out + done.err)

    def test_rather_than_is_recorded_and_judged(self):
        model = self.file("m.cogs", "#feature n : integer 0..9.\n#undesired k(X, bad).\n"
                                    "k(X, bad) :- n(X, N), N < 5.\nk(X, good) :- n(X, N), N > 6.\n")
        record = self.record("why", model, "n=3", "--rather-than", "k(X,good)")
        self.assertEqual(record["rather_than"]["changes"][0]["feature"], "n")
        self.check(model, record)
        record["rather_than"]["changes"][0]["to"] = 8
        self.assertEqual(self.wrong_parts(model, sealed(record)), ["rather_than"])

    def test_a_limit_before_what_the_other_would_take_is_told_from_no_way_at_all(self):
        model = self.file("m.cogs", "#feature n : integer 0..9.\n#feature m : integer 0..9.\n"
                                    "#undesired k(X, bad).\nk(X, bad) :- n(X, N), N < 5.\n"
                                    "k(X, good) :- n(X, N), N > 6, m(X, M), M > 3.\n")
        asked = ("n=1", "m=1", "--rather-than", "k(X,good)", "--time-limit", "0")
        record = self.record("why", model, *asked, code=4)
        self.assertIs(record["rather_than"]["complete"], False)
        self.check(model, record)
        for form in ((), ("--html", "-")):
            out = self.run_cogs("why", model, *asked, *form, code=4).out
            self.assertIn("A limit was reached before it was found what that would take.", out)
            self.assertNotIn("No values", out)
        record["rather_than"]["possible"] = True
        self.assertEqual(self.wrong_parts(model, sealed(record)), ["rather_than"])
        del record["rather_than"]["possible"]
        self.assertIn("rather_than", self.wrong_parts(model, sealed(record)))
        whole = self.record("why", model, *asked[:-2])
        done = self.run_cogs("check", model, "record.json", "--time-limit", "0", code=4)
        self.assertIn("the other decision: not compared, a limit was reached", done.out)
        whole["rather_than"] = whole["rather_than"] | {"complete": False, "changes": []}
        self.assertEqual(self.wrong_parts(model, sealed(whole)), ["rather_than"])

    def test_codes_are_recorded_and_kept_by_the_checksum(self):
        codes = run.EXAMPLES / "loan2" / "codes.csv"
        record = self.record("why", run.LOAN, *run.JOHN, "--codes", codes)
        self.assertEqual(record["reasons"][0]["code_text"], "Bank balance too low")
        self.check(run.LOAN, record)
        record["reasons"][0]["code"] = "99"
        self.assertEqual(self.wrong_parts(run.LOAN, record), ["record"])

    def test_causal_rules_name_who_approved_them(self):
        text = LOAN_TEXT.replace("credit_score(X, C) :- C #>= 600",
                                 "#rule c1, status approved, by \"Risk, A. Lee\", on "
                                 "\"2026-01-02\".\ncredit_score(X, C) :- C #>= 600")
        model = self.file("m.cogs", text)
        rule = self.record("why", model, *run.JOHN)["causal_rules"][0]
        self.assertEqual((rule["id"], rule["status"], rule["by"], rule["on"], rule["mode"],
                          rule["line"]),
                         ("c1", "approved", "Risk, A. Lee", "2026-01-02", "if", 13))

    def test_strange_values_survive(self):
        long = "v" * 20000
        values = ["<script>alert(1)</script>", "\u202eabc", "\U000e0041tag", "caf\u00e9 \U0001f600",
                  "tab\there", long]
        listed = ", ".join("'" + v.replace("\t", "\\t") + "'" for v in values)
        model = self.file("m.cogs", f"#feature a : {{{listed}}}.\n#feature b : {{y, n}}.\n"
                                    "#undesired p(X).\np(X) :- not a(X, 'caf\u00e9 \U0001f600').\n")
        for value in values:
            with self.subTest(value=value[:20]):
                file = self.file("p.json", json.dumps({"a": value, "b": "y"}))
                record = self.record("recourse", model, file)
                self.assertEqual(record["input"]["record"]["a"], value)
                self.check(model, record)
                done = self.run_cogs("check", model, "record.json")
                self.assertNotIn("\u202e", done.out + done.err)

    def test_deep_proofs_can_be_read_back(self):
        depth = 60
        rules = "".join(f"q{i}(X) :- q{i + 1}(X).\n" for i in range(depth))
        model = self.file("m.cogs", "#feature a : {y, n}.\n#undesired q0(X).\n" + rules +
                          f"q{depth}(X) :- a(X, y).\n")
        self.check(model, self.record("recourse", model, "a=y"))

    def test_the_record_is_written_whole_or_not_at_all(self):
        self.run_cogs("why", run.LOAN, *run.JOHN, "--record", "no/such/folder.json", code=3)
        self.run_cogs("why", run.LOAN, *run.JOHN, "--record", "-", code=2)
        self.run_cogs("why", run.LOAN, *run.JOHN, "--record", "a", "-o", "a", code=2)
        self.run_cogs("why", run.LOAN, "age=x", "--record", "r.json", code=3)
        self.assertEqual(self.files(), [])


class Tampering(Records):
    def setUp(self):
        super().setUp()
        self.original = self.record("recourse", run.LOAN, *run.JOHN)

    def test_every_leaf_is_protected(self):
        for path in leaves(self.original):
            with self.subTest(path=path):
                file = self.file("t.json", json.dumps(changed(self.original, path)))
                self.run_cogs("check", run.LOAN, file, code=(1, 3))

    def test_a_forged_checksum_does_not_hide_a_change(self):
        found = 0
        for path in leaves(self.original):
            if path in HEARSAY | AS_TRUE or path[-1] == "sha256":
                continue
            with self.subTest(path=path):
                forged = sealed(changed(self.original, path))
                if path == ("model", "text"):
                    forged["model"]["sha256"] = "0" * 64
                file = self.file("t.json", json.dumps(sealed(forged)))
                self.run_cogs("check", run.LOAN, file, "-q", code=(1, 3))
                found += 1
        self.assertGreater(found, 100)

    def test_forgeries_of_a_large_record(self):
        adult = run.EXAMPLES / "adult"
        record = self.record("recourse", adult / "adult.cogs", adult / "person.json")
        chance = random.Random(SEED)
        paths = [p for p in leaves(record) if p not in HEARSAY | AS_TRUE and p[-1] != "sha256"]
        for path in chance.sample(paths, 40):
            with self.subTest(seed=SEED, path=path):
                file = self.file("t.json", json.dumps(sealed(changed(record, path))))
                self.run_cogs("check", adult / "adult.cogs", file, "-q", code=(1, 3))

    def test_the_part_is_named(self):
        for path, part in [(("decision", "undesired"), "decision"),
                           (("proof", "children", 0, "children", 0, "truth"), "proof"),
                           (("proof", "children", 0, "rule"), "proof"),
                           (("reasons", 0, "responsibility"), "reasons"),
                           (("recourse", "paths", 0, "cost"), "paths"),
                           (("recourse", "lower_bound"), "recourse"),
                           (("causal_rules", 0, "mode"), "causal_rules"),
                           (("constraints", "features", 0, "fixed"), "constraints")]:
            with self.subTest(path=path):
                record = copy.deepcopy(self.original)
                holder = record
                for key in path[:-1]:
                    holder = holder[key]
                holder[path[-1]] = {"truth": "false", "rule": 10}.get(path[-1],
                                                                     other(holder[path[-1]]))
                self.assertEqual(self.wrong_parts(run.LOAN, sealed(record)), [part])

    def test_an_edited_proof_is_refused_with_its_place(self):
        record = copy.deepcopy(self.original)
        record["proof"]["children"][1]["children"][0]["fact"]["compared"] = "< 500"
        verdict = self.check(run.LOAN, sealed(record), code=1)
        proof = next(p for p in verdict["record"]["parts"] if p["part"] == "proof")
        self.assertIn("/proof/children/1/children/0", " ".join(proof["faults"]))

    def test_members_that_do_not_belong_there_are_refused(self):
        for place in ((), ("recourse",), ("model",), ("input",), ("proof",), ("engine",), ("run",)):
            with self.subTest(place=place):
                record = copy.deepcopy(self.original)
                holder = record
                for key in place:
                    holder = holder[key]
                holder["extra"] = 1
                self.wrong_parts(run.LOAN, sealed(record))

    def test_what_is_no_record_is_an_error_with_its_place(self):
        def wrong(text, word):
            done = self.run_cogs("check", run.LOAN, self.file("t.json", text), code=3)
            self.assertRegex(done.err, r"t\.json:\d+:\d+: error:")
            self.assertIn(word, done.err)

        record = self.original
        wrong(json.dumps(record)[:-5], "not valid JSON")
        wrong(json.dumps({**record, "schema": "cogs.record/2"}), "cogs.record/2")
        wrong(json.dumps({**record, "proof": []}), "'proof' must be an object")
        wrong(json.dumps({**record, "recourse": {**record["recourse"], "paths": "x"}}), "paths")
        for name in (name for name in record if name != "case"):  # which may be left out
            with self.subTest(name=name):
                wrong(json.dumps({k: v for k, v in record.items() if k != name}), name)


class Filed(run.Case):
    """What records are filed under, and folders of them."""

    PEOPLE = "age,debt,bank_balance,credit_score\n31,5000,40000,599\n40,0,90000,700\n"

    def test_records_carry_row_id_and_time(self):
        data = self.file("people.csv", self.PEOPLE)
        self.run_cogs("why", run.LOAN, data + ":2", "--record", "r.json", "--id", "A2")
        case = json.loads((self.folder / "r.json").read_text())["case"]
        self.assertEqual((case["row"], case["id"]), (2, "A2"))
        self.assertRegex(case["at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        at = "2026-11-16T09:30:00Z"
        self.run_cogs("why", run.LOAN, data + ":2", "--record", "r.json", "--at", at)
        case = json.loads((self.folder / "r.json").read_text())["case"]
        self.assertEqual(case, {"row": 2, "id": None, "at": at})
        for wrong in ("yesterday", "2026-02-31", "2026-11-16T25:00:00Z"):
            err = self.run_cogs("why", run.LOAN, data + ":2", "--record", "r.json", "--at", wrong,
                                code=3).err
            self.assertIn(f"--at: error: '{wrong}' is no time", err)
        self.run_cogs("why", run.LOAN, data + ":2", "--record", "r.json", "--at", "2026-11-16")
        self.run_cogs("why", run.LOAN, *run.JOHN, "--record", "r.json", "--no-timing")
        self.assertNotIn("case", json.loads((self.folder / "r.json").read_text()))
        self.run_cogs("why", run.LOAN, *run.JOHN, "--id", "A2", code=2)

    def test_a_case_that_was_altered_is_told_by_the_checksum(self):
        self.run_cogs("why", run.LOAN, *run.JOHN, "--record", "r.json", "--id", "A2")
        record = json.loads((self.folder / "r.json").read_text())
        record["case"]["id"] = "A3"
        self.file("r.json", json.dumps(record))
        self.run_cogs("check", run.LOAN, "r.json", code=1)
        record["case"]["row"] = "x"
        self.file("r.json", json.dumps(record))
        err = self.run_cogs("check", run.LOAN, "r.json", code=3).err
        self.assertIn("'case/row' must be a number or null", err)

    def test_a_folder_is_judged_by_the_models_that_records_carry(self):
        data = self.file("people.csv", self.PEOPLE)
        (self.folder / "filed").mkdir()
        for row in (1, 2):
            self.run_cogs("recourse", run.LOAN, f"{data}:{row}", "--record", f"filed/{row}.json")
        self.file("filed/notes.txt", "no record, and no JSON")
        self.assertIn("2 files: 2 right, 0 wrong, 0 no records",
                      self.run_cogs("check", "filed").out)
        altered = (self.folder / "filed" / "2.json").read_text().replace("90000", "90001")
        self.file("filed/2.json", altered)
        out = self.run_cogs("check", "filed", code=1).out
        self.assertIn("filed/1.json: right", out)
        self.assertIn("filed/2.json: wrong", out)
        self.assertIn("it has been altered", out)
        self.file("filed/3.json", "{}")
        self.assertIn("filed/3.json: no record", self.run_cogs("check", "filed", code=3).out)
        self.run_cogs("check", run.LOAN, code=2)

    def test_a_folder_is_also_judged_by_a_model_that_is_named(self):
        (self.folder / "filed").mkdir()
        self.run_cogs("recourse", run.LOAN, *run.JOHN, "--record", "filed/1.json")
        moved = self.file("moved.cogs", LOAN_TEXT.replace("60000", "70000"))
        self.assertIn("filed/1.json: wrong", self.run_cogs("check", moved, "filed", code=1).out)


class ChangedModel(Records):
    def setUp(self):
        super().setUp()
        self.original = self.record("recourse", run.LOAN, *run.JOHN)

    def now(self, text, code):
        model = self.file("now.cogs", text)
        verdict = self.check(model, self.original, code)
        self.assertTrue(verdict["record"]["holds"])
        self.assertTrue(verdict["model"]["changed"])
        return verdict, [p["part"] for p in verdict["now"]["parts"] if not p["holds"]]

    def test_comments_and_moved_lines_change_nothing(self):
        verdict, wrong = self.now("% a comment\n\n\n" + LOAN_TEXT, 0)
        self.assertEqual((wrong, verdict["model"]["differences"]), ([], []))
        done = self.run_cogs("check", "now.cogs", "record.json")
        self.assertIn("the model has changed, the answer still holds", done.err)
        self.assertIn("The model has changed, the answer still holds.", done.out)

    def test_a_feature_that_does_not_matter_may_be_widened(self):
        verdict, wrong = self.now(LOAN_TEXT.replace("1..99", "1..120"), 0)
        self.assertEqual(wrong, [])
        self.assertEqual([d["change"] for d in verdict["model"]["differences"]],
                         ["removed", "added"])

    def test_another_bound_makes_the_path_wrong(self):
        verdict, wrong = self.now(LOAN_TEXT.replace("60000", "70000"), 1)
        self.assertIn("paths", wrong)
        self.assertNotIn("decision", wrong)
        self.assertEqual([d["line"] for d in verdict["model"]["differences"]], [9, 9])

    def test_a_decision_that_turns_is_said_to(self):
        text = LOAN_TEXT.replace("60000", "30000").replace("#< 600.", "#< 500.")
        self.assertIn("decision", self.now(text, 1)[1])

    def test_a_cheaper_way_makes_the_path_wrong(self):
        text = LOAN_TEXT.replace("credit_score : integer 300..850,      caused",
                                 "credit_score : integer 300..850, cost 0.5")
        self.assertIn("paths", self.now(text, 1)[1])

    def test_a_feature_that_is_gone_is_named(self):
        text = LOAN_TEXT.replace("#feature age          : integer 1..99,         may increase.\n",
                                 "")
        verdict, wrong = self.now(text, 1)
        self.assertEqual(wrong, ["input"])
        self.assertIn("age", verdict["now"]["parts"][0]["faults"][0])


if __name__ == "__main__":
    unittest.main()
