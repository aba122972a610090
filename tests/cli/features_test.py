# SPDX-License-Identifier: Apache-2.0
"""cogs features: a table for a spreadsheet, and back into the model."""

import csv
import io
import json
import unittest

import people_tables
import run
from run import Case

MODEL = """\
% a loan, with a layout that is somebody's own
#feature age     : integer 18..99,     may increase.      % of the person
#feature debt    : integer -5..1000,   cost 2, unit "$".
#feature rate    : real 0..2.5, step 0.1 /* finely */, label "the rate, in %".
#feature 'Home town' : {york, 'New "Y"', 4, '5'},
    observed,
    label "=SUM(1)".

#feature school  : {none < high < 'a degree'}, cost up 2, down 1, may be set.
#feature score   : integer 300..850.
#undesired reject(X).
reject(X) :- score(X, S), S < 600.
reject(X) :- 'Home town'(X, york), debt(X, D), D > 5.
"""

HEADER = "feature,label,domain,fixed,direction,caused,may_be_set,cost,unit,step,observed"


class Features(Case):
    def setUp(self):
        super().setUp()
        self.model = self.file("m.cogs", MODEL)

    def text(self):
        return (self.folder / "m.cogs").read_bytes().decode()

    def sheet(self):
        return self.run_cogs("features", "m.cogs", "-q").out

    def apply(self, sheet, *options, code=0):
        self.file("f.csv", sheet)
        return self.run_cogs("features", "m.cogs", "--apply", "f.csv", *options, code=code)

    def rows(self):
        """The table as a spreadsheet has it: a dictionary for each feature."""
        return list(csv.DictReader(io.StringIO(self.sheet())))

    def with_cells(self, feature, delimiter=",", **cells):
        rows = self.rows()
        for row in rows:
            if row["feature"] == feature:
                row.update(cells)
        out = io.StringIO()
        writer = csv.DictWriter(out, rows[0], delimiter=delimiter, lineterminator="\r\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()

    def test_writes_one_row_a_feature(self):
        self.assertEqual(self.sheet().splitlines()[0], HEADER)
        rows = {row["feature"]: row for row in self.rows()}
        self.assertEqual(list(rows), ["age", "debt", "rate", "Home town", "school", "score"])
        self.assertEqual([rows["school"][c] for c in ("domain", "cost", "may_be_set")],
                         ["{none < high < 'a degree'}", "up 2, down 1", "yes"])
        self.assertEqual(rows["age"]["domain"], "integer 18..99")
        self.assertEqual(rows["age"]["direction"], "may increase")
        self.assertEqual((rows["debt"]["cost"], rows["debt"]["unit"]), ("2", "$"))
        self.assertEqual((rows["rate"]["step"], rows["rate"]["label"]), ("0.1", "the rate, in %"))
        self.assertEqual(rows["Home town"]["domain"], "{york, 'New \"Y\"', 4, '5'}")
        self.assertEqual(rows["Home town"]["observed"], "yes")
        # A spreadsheet must not take words for a formula.
        self.assertEqual(rows["Home town"]["label"], "'=SUM(1)")

    def test_a_round_trip_changes_no_byte(self):
        tables = {"p.cogs": (people_tables.passengers(), "Survived", "0"),
                  "b.cogs": (people_tables.borrowers(), "RiskPerformance", "Bad")}
        for name, (table, label, undesired) in tables.items():
            self.run_cogs("learn", self.file("t.csv", table), "--label", label, "--undesired",
                          undesired, "-o", name, "-q")
        names = ["m.cogs", *tables, *map(str, sorted(run.EXAMPLES.glob("*/*.cogs")))]
        self.assertGreater(len(names), 6)
        for name in names:
            self.run_cogs("features", name, "-o", "f.csv", "-q")
            done = self.run_cogs("features", name, "--apply", "f.csv", "-o", "again.cogs", "-q")
            self.assertEqual((self.folder / "again.cogs").read_bytes(),
                             (self.folder / name).read_bytes(), name)
            self.assertIn("nothing was changed", done.out)

    def test_a_spreadsheet_may_write_the_table_its_own_way(self):
        for delimiter in (",", ";", "\t"):
            sheet = "\ufeff" + self.with_cells("none", delimiter)
            done = self.apply(sheet + delimiter * 10 + "\r\n")
            self.assertIn("nothing was changed", done.out)
        self.assertEqual(self.text(), MODEL)

    def test_changes_the_statement_of_the_row_and_nothing_else(self):
        done = self.apply(self.with_cells("score", caused="yes"))
        self.assertIn("1 feature changed in m.cogs", done.out)
        self.assertIn("caused but has no causal rules", done.err)
        self.assertEqual(self.text(), MODEL.replace("300..850.", "300..850, caused."))
        self.apply(self.with_cells("score", caused=""))
        self.assertEqual(self.text(), MODEL)

    def test_keeps_the_layout_around_what_changes(self):
        self.apply(self.with_cells("debt", cost="3.5", unit="EUR", domain="integer 0..1000"))
        self.assertEqual(self.text(), MODEL.replace(
            'integer -5..1000,   cost 2, unit "$".', 'integer 0..1000,   cost 3.5, unit "EUR".'))
        self.apply(self.with_cells("age", direction="", fixed="x"))
        self.assertIn("#feature age     : integer 18..99, fixed.      % of the person\n", self.text())
        self.apply(self.with_cells("rate", step="0.01", label=""))
        self.assertIn("#feature rate    : real 0..2.5, step 0.01 /* finely */.\n", self.text())
        self.apply(self.with_cells("Home town", observed="no", label="'-1 '' =", fixed="TRUE"))
        self.assertIn("""{york, 'New "Y"', 4, '5'},\n    label "-1 '' =", fixed.\n\n#feature school""",
                      self.text())
        self.apply(self.with_cells("school", direction="may increase", cost="1 + 2 per 3"))
        self.assertIn("#feature school  : {none < high < 'a degree'}, cost 1 + 2 per 3, may be set, "
                      "may increase.\n", self.text())

    def test_reads_columns_and_rows_that_are_there(self):
        self.apply("Feature;Fixed\nscore;yes\n")
        self.assertEqual(self.text(), MODEL.replace("300..850.", "300..850, fixed."))
        done = self.apply("feature,remarks,May Be Set\n" + "debt,not sure,\n")
        self.assertIn("f.csv:1:9: warning: the column 'remarks' is not read", done.err)
        self.apply("feature,direction\n AGE ,any\n")
        self.assertIn("18..99.      %", self.text())

    def test_another_file_and_no_file(self):
        sheet = self.with_cells("score", fixed="yes")
        self.apply(sheet, "-o", "other.cogs")
        self.assertEqual(self.text(), MODEL)
        self.assertIn("300..850, fixed.", (self.folder / "other.cogs").read_text())
        done = self.apply(sheet, "--dry-run")
        self.assertIn("#feature score : integer 300..850, fixed.", done.out)
        self.assertEqual(self.text(), MODEL)
        found = json.loads(self.apply(sheet, "--dry-run", "--json").out)
        self.assertEqual((found["changed"], found["written"]), (["score"], None))
        self.assertTrue(found["features"][5]["fixed"])

    def test_from_standard_input(self):
        self.run_cogs("features", "m.cogs", "--apply", "-", input=b"feature,fixed\nscore,yes\n")
        self.assertIn("300..850, fixed.", self.text())


class BadSheets(Case):
    """All of these are refused with their place, exit code 3, and the model as it was."""

    def setUp(self):
        super().setUp()
        self.file("m.cogs", MODEL)

    def refused(self, sheet, *words, errors=1):
        self.file("f.csv", sheet)
        done = self.run_cogs("features", "m.cogs", "--apply", "f.csv", code=3)
        for word in words:
            self.assertIn(word, done.err)
        self.assertEqual(done.err.count("error:"), errors, done.err)
        self.assertEqual((self.folder / "m.cogs").read_text(), MODEL)
        self.assertEqual(self.files(), ["f.csv", "m.cogs"])
        return done

    def test_what_is_no_table_of_features(self):
        self.refused("", "f.csv")
        self.refused("name,fixed\nage,yes\n", "f.csv:1:1: error: no column is called 'feature'")
        self.refused("feature,fixd\nage,yes\n", "f.csv:1:9: error: there is no column 'fixd' of features",
                     "did you mean 'fixed'?")
        self.refused("feature,fixed,Fixed\nage,,\n", "f.csv:1:15: error: the column 'Fixed' is there twice")
        self.refused("feature,fixed\nage\n", "f.csv:2:")
        self.refused('feature,fixed\n"age,yes\n', "f.csv:2:1: error:", "never closed")
        self.refused(b"feature,label\nage,\xff\n", "f.csv:2:5: error:", "UTF-8")

    def test_features_that_are_not_there_or_twice(self):
        self.refused("feature,fixed\nagee,yes\n", "f.csv:2:1: error: there is no feature 'agee'",
                     "did you mean 'age'?")
        self.refused("feature,fixed\nage,\ndebt,\nage,yes\n",
                     "f.csv:4:1: error: the feature 'age' has two rows", "the first is on line 2")
        self.refused("feature,fixed\n,yes\n", "f.csv:2:1: error: this row names no feature")

    def test_cells_that_cannot_be_meant(self):
        for sheet, place, words in (
                ("feature,fixed\nage,perhaps\n", "2:5", "'perhaps' is neither yes nor no"),
                ("feature,direction\nage,sideways\n", "2:5", "'sideways' is not a direction"),
                ("feature,cost\ndebt,-1\n", "2:6", "must be greater than 0"),
                ("feature,cost\ndebt,0\n", "2:6", "must be greater than 0"),
                ("feature,cost\ndebt,cheap\n", "2:6", "cheap"),
                ("feature;cost\ndebt;2,5\n", "2:6", "write 2.5"),
                ('feature,cost\ndebt,"2, fixed"\n', "2:6", "more than a cost"),
                ("feature,cost\ndebt,2. #undesired x\n", "2:9", "the end of the statement"),
                ("feature,cost\ndebt,2 % cheap\n", "2:6", ""),
                ("feature,cost\ndebt,2 per 0\n", "2:6", "must be greater than 0"),
                ("feature,cost\ndebt,2 per\n", "2:6", ""),
                ('feature,cost\ndebt,"up 2, fixed"\n', "2:", "down"),
                ('feature,cost\ndebt,"1 on {0: 3, 9: 1}"\n', "2:7", "the scale falls"),
                ('feature,cost\ndebt,"1 on {0: 3, 9: 3}"\n', "2:7", "would be free"),
                ("feature,cost\nHome town,1 per 2\n", "2:11", "have no order"),
                ("feature,cost\nschool,to {hihg: 2}\n", "2:8", "did you mean `high`?"),
                ("feature,domain\nschool,{none < high < none}\n", "2:23", "given twice"),
                ('feature,domain\nschool,"{none < high, low}"\n', "2:21", "either ordered or"),
                ("feature,fixed\nschool,yes\n", "2:", "exclude each other"),
                ("feature,may_be_set,caused\nscore,yes,yes\n", "2:7", "exclude each other"),
                ("feature,domain\ndebt,integer 9..1\n", "2:14", "greater than the upper bound"),
                ("feature,domain\ndebt,integer 0..1.5\n", "2:17", "not an integer"),
                ("feature,domain\ndebt,{}\n", "2:6", "is empty"),
                ('feature,domain\nHome town,"{york, york, 4}"\n', "2:19", "given twice"),
                ('feature,domain\nHome town,"{york, York}"\n', "2:19", "'York'"),
                ('feature,domain\nHome town,"{york, 4"\n', "2:", ""),
                ('feature,domain\nHome town,"{york}, fixed"\n', "2:11", "more than a domain"),
                ("feature,step\nscore,0.5\n", "2:7", "is not real"),
                ("feature,step\nrate,none\n", "2:6", "is not a number"),
                ("feature,fixed\nage,yes\n", "2:5", "exclude each other"),
                ("feature,direction,fixed\nscore,up,yes\n", "2:7", "exclude each other"),
                ("feature,direction\nHome town,may increase\n", "2:11", "may")):
            with self.subTest(sheet):
                self.refused(sheet, f"f.csv:{place}", words)

    def test_all_of_them_at_once(self):
        self.refused("feature,fixed,cost\nage,perhaps,\ndept,,\ndebt,,0\n", "f.csv:2:5", "f.csv:3:1",
                     "f.csv:4:7", errors=3)

    def test_what_the_rest_of_the_model_needs(self):
        done = self.refused('feature,domain\nHome town,"{leeds, 4}"\n', "m.cogs:13:", "york",
                            "f.csv:2:1: error: with what is said here, the rest of the model could "
                            "not be read", errors=2)
        self.assertIn("reject(X) :- 'Home town'(X, york)", done.err)

    def test_files_that_would_be_lost(self):
        sheet = self.file("f.csv", "feature,fixed\nscore,yes\n")
        for asked in (["--apply", "m.cogs"], ["--apply", sheet, "-o", sheet], ["-o", "m.cogs"],
                      ["-o", "./m.cogs"]):
            done = self.run_cogs("features", "m.cogs", *asked, code=3)
            self.assertIn("would overwrite an input", done.err)
        self.run_cogs("features", "m.cogs", "--apply", "f.csv", "-o", "-", code=2)
        self.run_cogs("features", "m.cogs", "--dry-run", code=2)
        self.run_cogs("features", "m.cogs", "--apply", "none.csv", code=3)
        self.run_cogs("features", "none.cogs", code=3)
        self.run_cogs("features", "m.cogs", "-o", "/dev/full", code=3)
        self.assertEqual((self.folder / "m.cogs").read_text(), MODEL)


if __name__ == "__main__":
    unittest.main()
