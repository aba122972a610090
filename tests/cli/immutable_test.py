# SPDX-License-Identifier: Apache-2.0
"""Nobody is told to change what nobody can change: learn declares it, and says so; recourse keeps
to it for everybody in the table; and whoever says otherwise is heard."""

import json
import unittest

import people_tables
import run


class Tables(run.Case):
    def learn(self, *options, code=0):
        return self.run_cogs("learn", self.data, *self.label, "-o", "m.cogs", *options, code=code)

    def declared(self):
        """The options of each feature, as the model has them."""
        listed = json.loads(self.run_cogs("features", "m.cogs", "--json", "-q").out)["features"]
        return {f["feature"]: f for f in listed}

    def actions(self, *options):
        """All direct changes of all people: (feature, from, to)."""
        done = self.run_cogs("batch", "m.cogs", self.data, "--jsonl", "-q", *options)
        changes = []
        for line in done.out.splitlines():
            for path in json.loads(line)["paths"]:
                for step in path["transitions"]:
                    changes += [(a["feature"], a["from"], a["to"]["value"]) for a in step["actions"]]
        return changes


class Passengers(Tables):
    label = ("--label", "Survived", "--undesired", "0", "--ignore", "PassengerId")

    def setUp(self):
        super().setUp()
        self.data = self.file("passengers.csv", people_tables.passengers())

    def test_sex_is_fixed_and_age_grows_unless_a_person_says_otherwise(self):
        done = self.learn()
        self.assertIn("nobody can change: Sex", done.out)
        self.assertIn("can only grow: Age", done.out)
        self.assertIn("delete `fixed` or `may increase` from its #feature line", done.out)
        self.assertIn("--allow Sex", done.out)
        features = self.declared()
        self.assertTrue(features["sex"]["fixed"])
        self.assertEqual(features["age"]["direction"], "may increase")
        for name in ("pclass", "sibsp", "parch", "fare", "embarked"):
            self.assertFalse(features[name]["fixed"])
            self.assertIsNone(features[name]["direction"])

        changes = self.actions()
        self.assertGreater(len(changes), 50)
        self.assertEqual([c for c in changes if c[0] == "sex"], [])
        self.assertEqual([c for c in changes if c[0] == "age" and c[1] is not None
                          and c[2] <= c[1]], [])

        # The same table would have it otherwise: what is fixed is what makes the difference.
        others = ("--fix", "fare,age")
        self.assertNotIn("sex", [c[0] for c in self.actions(*others)])
        self.learn("--fresh", "--allow", "Sex")
        self.assertFalse(self.declared()["sex"]["fixed"])
        self.assertIn(("sex", "male", "female"), self.actions(*others))
        self.learn("--fresh", "--allow", "age")
        self.assertTrue(any(c[0] == "age" and c[1] is not None and c[2] < c[1]
                            for c in self.actions()))

    def test_json_says_what_was_assumed_and_why(self):
        found = json.loads(self.learn("--json").out)
        self.assertEqual(found["assumed"],
                         [{"feature": "sex", "option": "fixed", "because": "sex"},
                          {"feature": "age", "option": "may increase", "because": "age"}])
        found = json.loads(self.learn("--json", "--fresh", "--allow", "sex", "--fixed", "age").out)
        self.assertEqual(found["assumed"], [])

    def test_learning_again_leaves_what_people_decided(self):
        self.learn()
        text = (self.folder / "m.cogs").read_text()
        self.assertIn("% assumed to be so; delete `fixed` if people can change it\n#feature sex", text)
        self.file("m.cogs", text.replace("female, male}, fixed,", "female, male},"))
        done = self.learn()
        self.assertNotIn("Assumed", done.out)
        self.assertFalse(self.declared()["sex"]["fixed"])
        self.assertEqual(self.declared()["age"]["direction"], "may increase")
        # An option is a person's word, too.
        self.learn("--fixed", "sex", "--allow", "age")
        self.assertTrue(self.declared()["sex"]["fixed"])
        self.assertIsNone(self.declared()["age"]["direction"])
        # A column that is new is looked at.
        rows = people_tables.passengers().splitlines()
        wider = [rows[0] + ",race"] + [f"{row},{'ab'[i % 2]}" for i, row in enumerate(rows[1:])]
        self.data = self.file("wider.csv", "\n".join(wider) + "\n")
        self.assertIn("nobody can change: race", self.learn().out)
        self.learn("--fresh")
        self.assertTrue(self.declared()["sex"]["fixed"])

    def test_options_declare_features(self):
        self.learn("--fixed", "pclass,Embarked", "--may-decrease", "sibsp", "--cost", "Fare=2.5",
                   "--caused", "parch", "-q")
        features = self.declared()
        self.assertTrue(features["pclass"]["fixed"] and features["embarked"]["fixed"])
        self.assertEqual(features["sibsp"]["direction"], "may decrease")
        self.assertEqual(features["fare"]["cost"], "2.5")
        self.assertTrue(features["parch"]["caused"])
        self.assertTrue({"pclass", "embarked", "sex", "parch"}.isdisjoint(
            c[0] for c in self.actions()))

    def test_an_order_gives_directions_and_is_never_guessed(self):
        self.learn("--ordered", "Embarked=Q<S<C", "--may-increase", "embarked", "--cost",
                   "embarked=2 per 1", "--may-be-set", "Age", "-q")
        features = self.declared()
        self.assertEqual(features["embarked"]["domain"], "{'Q' < 'S' < 'C'}")
        self.assertEqual(features["embarked"]["direction"], "may increase")
        self.assertEqual(features["embarked"]["cost"], "2 per 1")
        self.assertTrue(features["age"]["may_be_set"])
        self.assertEqual(features["age"]["direction"], "may increase")
        # Learning again keeps the order.
        self.learn("-q")
        self.assertEqual(self.declared()["embarked"], features["embarked"])
        for options, words in ((["--ordered", "embarked=Q<S"], "has the value 'C', and the order has no place"),
                               (["--ordered", "embarked=Q<S<C<S"], "the value 'S' is given twice"),
                               (["--ordered", "pclass=1<2<3"], "has numbers, whose order is known")):
            done = self.learn("--fresh", *options, code=3)
            self.assertIn(words, done.err)
            self.assertIn(options[1], done.err)

    def test_options_that_cannot_be_meant(self):
        for options, words in (
                (["--fixed", "colour"], "--fixed: there is no feature 'colour'"),
                (["--allow", "agee"], "did you mean 'age'?"),
                (["--may-increase", "sex"], "--may-increase"),
                (["--cost", "fare=-1"], "--cost fare=-1: the cost of a feature must be greater than 0"),
                (["--cost", "fare=much"], "--cost fare=much"),
                (["--cost", "fare=1, fixed"], "--cost fare=1, fixed: this is more than a cost"),
                (["--cost", "fare=2 on {0: 5, 9: 1}"], "the scale falls"),
                (["--cost", "sex=2 per 1"], "have no order"),
                (["--fixed", "fare", "--may-be-set", "fare"], "exclude each other"),
                (["--features", self.file("f.csv", "feature,fixed\nAge,perhaps\n")], "f.csv:2:5: error"),
                (["--features", self.file("g.csv", "feature,domain\nEmbarked,{'Q' < 'S'}\n")],
                 "g.csv:2:10: error: the column 'Embarked' has the value 'C'"),
                (["--features", "none.csv"], "none.csv")):
            done = self.learn(*options, code=3)
            self.assertIn(words, done.err)
        for options in (["--fixed", "age", "--may-increase", "age"], ["--allow", "sex", "--fixed", "sex"],
                        ["--cost", "fare"], ["--cost", "=2"], ["--ordered", "embarked=S"],
                        ["--ordered", "embarked=S<<C"], ["--ordered", "embarked"]):
            self.learn(*options, code=2)
        self.assertEqual(self.files(), ["f.csv", "g.csv", "passengers.csv"])


class Borrowers(Tables):
    label = ("--label", "RiskPerformance", "--undesired", "Bad")
    grows = ["msinceoldesttradeopen", "msincemostrecenttradeopen", "numtrades60ever2derogpubrec",
             "msincemostrecentdelq"]

    def setUp(self):
        super().setUp()
        self.data = self.file("borrowers.csv", people_tables.borrowers())

    def test_time_passes_and_history_stays(self):
        self.learn("--caused", "ExternalRiskEstimate")
        features = self.declared()
        self.assertEqual([f for f in features if features[f]["direction"] == "may increase"],
                         self.grows)
        self.assertEqual([f for f in features if features[f]["fixed"]], ["maxdelqever"])
        changes = self.actions()
        self.assertGreater(len(changes), 50)
        self.assertEqual([c for c in changes if c[0] in ("maxdelqever", "externalriskestimate")], [])
        self.assertEqual([c for c in changes if c[0] in self.grows and c[1] is not None
                          and c[2] <= c[1]], [])
        names = self.grows + ["maxdelqever", "externalriskestimate"]
        self.learn("--fresh", "--allow", ",".join(names))
        told = [c for c in self.actions() if c[0] in names]
        self.assertTrue(any(c[0] == "externalriskestimate" or c[2] < c[1] for c in told))

    def test_a_table_of_features_serves_for_learning(self):
        self.learn("--caused", "externalriskestimate", "--cost", "numinqlast6m=3", "-q")
        self.run_cogs("features", "m.cogs", "-o", "features.csv", "-q")
        first = (self.folder / "m.cogs").read_text()
        sheet = (self.folder / "features.csv").read_text()
        self.assertIn("maxdelqever,MaxDelqEver,integer 2..8,yes,,", sheet)
        self.file("features.csv", sheet.replace("2..8,yes,,", "2..8,,may decrease,"))
        self.learn("--fresh", "--features", "features.csv", "-q")
        second = (self.folder / "m.cogs").read_text()
        # Comments on what is assumed are not needed for what is said.
        plain = [l for l in first.splitlines() if not l.startswith("% assumed")]
        self.assertEqual([l.replace("2..8, fixed", "2..8, may decrease") for l in plain],
                         second.splitlines())
        # An option counts more than the table.
        self.learn("--fresh", "--features", "features.csv", "--fixed", "MaxDelqEver", "-q")
        self.assertTrue(self.declared()["maxdelqever"]["fixed"])


if __name__ == "__main__":
    unittest.main()
