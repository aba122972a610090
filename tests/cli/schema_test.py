# SPDX-License-Identifier: Apache-2.0
"""What cogs prints as JSON is what schemas/ says, and the schemas refuse anything else."""

import copy
import json
import os
import pathlib
import subprocess
import sys
import unittest

try:
    import jsonschema
except ImportError:  # a Python from elsewhere; Debian's own has what tools/install-deps installed
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

import run

SCHEMAS = {p.name.removesuffix(".schema.json"): json.loads(p.read_text(encoding="utf-8"))
           for p in (run.EXAMPLES.parent / "schemas").glob("*.schema.json")}
# Members whose own members are named by the user: features, classes, variables.
NAMED_BY_USERS = {"start", "state", "record", "with", "a", "b", "range", "cost", "confusion",
                  "evidence", "bindings", "variables", "constraints", "scores", "score"}
ADULT = [run.EXAMPLES / "adult" / "adult.cogs", run.EXAMPLES / "adult" / "person.json"]
CARS = [run.EXAMPLES / "cars" / "cars.cogs", run.EXAMPLES / "cars" / "car.json"]
MODELS = run.EXAMPLES.parent / "tests" / "score" / "models"
RICH = ["age=31", "debt=0", "bank_balance=70000", "credit_score=700"]
# Open ranges, numbers beyond 2^53, fractions, missing values, several classes, a denial.
ODD = """#feature size : real 0..100, cost 0.5.
#feature id : integer 0..123456789012345678901234567890.
#feature weight : real 0..100.
#feature third : real 0..1, step 1/3.
#feature level : {1, 2, 'three', '<b>'}, label "Level".
#feature grade : {low, high}, caused.
#undesired kind(X, bad).
#classes kind : {bad, good, odd}.
#causal grade : if.
kind(X, bad) :- size(X, S), S =< 1/3.
kind(X, bad) :- id(X, N), N > 9007199254740993.
kind(X, bad) :- grade(X, low), not rich(X).
kind(X, bad) :- weight(X, W), W >= 50.5.
kind(X, odd) :- level(X, '<b>').
rich(X) :- third(X, T), T > 1/3, T < 2/3.
grade(X, high) :- size(X, S), S > 1/3, S < 70.5.
:- size(X, S), S > 90, level(X, 1).
"""
ODD_ONE = ["size=0.1", "id=9007199254740997", "weight=60", "level=1", "grade=low"]


def shape(value, path=()):
    """One path for each kind of place in the value: all items of a list count as one place."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from shape(value[key], path + (key,))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from shape(item, path + (i,))


def places(value):
    seen = {}
    for path in shape(value):
        # Deep trees repeat themselves: the last steps say what kind of place it is.
        kind = (len(path) < 4, tuple("*" if isinstance(k, int) else k for k in path[-4:]))
        seen.setdefault(kind, path)
    return seen.values()


def at(value, path):
    for key in path:
        value = value[key]
    return value


def with_change(value, path, change):
    value = copy.deepcopy(value)
    change(at(value, path[:-1]), path[-1])
    return value


def optional_names(schema):
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            yield from set(schema["properties"]) - set(schema.get("required", []))
        for part in schema.values():
            yield from optional_names(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from optional_names(part)


def mutants(output, schema):
    """The output with a member too few, a member too many, or a value of another type: where,
    what, and a function that makes it."""
    optional = set(optional_names(schema))
    for path in places(output):
        value = at(output, path)
        named = {k for k in path[-2:] if isinstance(k, str)} & NAMED_BY_USERS
        if isinstance(value, dict) and not named and "regions" not in path[-2:]:
            yield path, "a member too many", lambda: (
                {**output, "unknown": 1} if not path else
                with_change(output, path, lambda h, k: h[k].update(unknown=1)))
        if not path:
            continue
        wrong = [[[{"wrong": 1}]]] if isinstance(value, dict) else {"wrong": {"wrong": []}}

        def retype(holder, key):
            holder[key] = wrong

        yield path, "another type", lambda: with_change(output, path, retype)
        inside = set(path[-3:-1]) & (NAMED_BY_USERS | {"regions"})
        if isinstance(path[-1], str) and path[-1] not in optional and not inside:
            yield path, "a member too few", lambda: with_change(output, path,
                                                                lambda h, k: h.pop(k))


class Outputs(run.Case):
    """What every command prints on all kinds of input."""

    def json(self, schema, *arguments, code=0, lines=False):
        done = self.run_cogs(*arguments, "-q", code=code)
        self.commands.add(arguments[0])
        for text in done.out.splitlines() if lines else [done.out]:
            self.outputs.append((schema, arguments, json.loads(text)))

    def record(self, *arguments, code=0):
        self.run_cogs(*arguments, "-q", "--record", "r.json", code=code)
        record = json.loads((self.folder / "r.json").read_text(encoding="utf-8"))
        self.outputs.append(("record", arguments, record))

    def setUp(self):
        super().setUp()
        self.outputs, self.commands = [], set()
        self.odd = self.file("odd.cogs", ODD)
        self.recourse()
        self.explanations()
        self.checks()
        self.logs()
        self.tables()
        self.letters()
        self.programs()

    def recourse(self):
        for arguments in ([run.LOAN, *run.JOHN], [run.LOAN, *RICH], [*ADULT, "--all"],
                          [*CARS, "--top", "3", "--certain"], [self.odd, *ODD_ONE],
                          [run.LOAN, *run.JOHN, "--range", "debt=0..10", "--cost", "debt=1/3",
                           "--allow", "credit_score", "--max-length", "3", "--only",
                           "debt,bank_balance,credit_score"],
                          [run.LOAN, "age=31", "debt=1"]):
            self.json("recourse", "recourse", *arguments, "--json")
            self.record("recourse", *arguments)
        self.json("recourse", "recourse", run.LOAN, *run.JOHN, "--fix", "bank_balance", "--json",
                  "--no-timing", code=1)
        self.record("recourse", run.LOAN, *run.JOHN, "--fix", "bank_balance", code=1)
        self.json("recourse", "recourse", *ADULT, "--time-limit", "0", "--json", code=4)
        self.record("recourse", *ADULT, "--time-limit", "0", code=4)
        self.json("recourse", "demo", "--json")
        # Prices by amount, an ordered set, exceptions of every kind, something missing.
        self.file("new.cogs", "#feature e : {none < school < master}, cost 2 per 1.\n"
                              "#feature a : integer 0..9, cost 1 + 1 per 3.\n#feature b : {x, y}.\n"
                              "#feature c : {x, y}.\n#feature m : integer 0..9.\n#undesired no(X).\n"
                              "#causal b : if.\n#causal c : only_if.\nno(X) :- e(X, E), E < master.\n"
                              "b(X, y) :- a(X, 1).\nc(X, y) :- a(X, 2).\n:- b(X, x), a(X, 1).\n"
                              "no(X) :- a(X, 5), not m(X, 3).\n")
        new = ["new.cogs", "e=none", "a=1", "b=x", "c=y"]
        self.json("recourse", "recourse", *new, "--json")
        self.json("recourse", "recourse", *new, "--json", "--first", "--set-missing", "--cost",
                  "a=up 2, down 3 per 4,e=to {school: 2}")
        self.record("recourse", *new)
        self.json("recourse", "recourse", "new.cogs", "e=master", "a=5", "--fix", "a,e", "--json", code=1)
        self.json("model", "export", "new.cogs", "--to", "json")
        for arguments in ([run.LOAN], [run.LOAN, *run.JOHN], [self.odd], [*ADULT]):
            self.json("counterfactuals", "counterfactuals", *arguments, "--json")

    def explanations(self):
        self.json("why", "why", run.LOAN, *run.JOHN, "--json")
        self.json("why", "why", run.LOAN, *RICH, "--json")
        self.json("why", "why", self.odd, *ODD_ONE, "--rather-than", "kind(X,odd)", "--json")
        self.json("why", "why", *ADULT, "--json")
        self.json("why", "why", run.LOAN, *run.JOHN, "--json", "--codes",
                  run.EXAMPLES / "loan2" / "codes.csv")
        self.json("why", "why", run.LOAN, *run.JOHN, "--json", "--codes",
                  self.file("codes.csv", "feature,when,code,text\nage,,A,Too young\n"))
        self.record("why", self.odd, *ODD_ONE, "--rather-than", "kind(X,odd)")
        self.json("compare", "compare", run.LOAN, ",".join(run.JOHN), ",".join(RICH), "--json")
        self.json("compare", "compare", self.odd, "level=1", "size=3", "--json", code=(0, 1))
        self.json("model", "export", run.LOAN, "--to", "json")
        self.json("model", "export", self.odd, "--to", "json")

    def checks(self):
        self.run_cogs("recourse", run.LOAN, *run.JOHN, "--json", "-o", "a.json",
                      "--record", "r.json")
        wrong = (self.folder / "a.json").read_text(encoding="utf-8").replace('"cost": 2',
                                                                             '"cost": 3')
        self.file("wrong.json", wrong)
        self.file("moved.cogs", pathlib.Path(run.LOAN).read_text().replace("60000", "70000"))
        self.json("check", "check", run.LOAN, "a.json", "--json")
        self.json("check", "check", run.LOAN, "wrong.json", "--json", code=1)
        self.json("check_record", "check", run.LOAN, "r.json", "--json")
        self.json("check_record", "check", "moved.cogs", "r.json", "--json", code=1)
        altered = (self.folder / "r.json").read_text(encoding="utf-8").replace("40000", "30000")
        self.file("altered.json", altered)
        self.json("check_record", "check", "moved.cogs", "altered.json", "--json", code=1)

    def logs(self):
        if "\n  log " not in self.run_cogs("--help").out:
            SCHEMAS.pop("log_verify", None)  # built without the server
            return
        model = self.file("served.cogs", pathlib.Path(run.LOAN).read_text())
        server = subprocess.Popen([run.COGS, "serve", model, "--listen", "127.0.0.1:0"], cwd=self.folder,
                                  stdout=subprocess.PIPE)
        server.stdout.readline()  # it is up
        server.terminate()
        self.assertEqual(server.wait(60), 0)
        server.stdout.close()
        self.run_cogs("log", "export", "served.store", "-o", "log.jsonl")
        self.json("log_verify", "log", "verify", "log.jsonl", "--json")
        text = (self.folder / "log.jsonl").read_text(encoding="utf-8")
        self.file("altered.jsonl", text.replace('\\"at\\":\\"2', '\\"at\\":\\"1', 1))
        self.json("log_verify", "log", "verify", "altered.jsonl", "--json", code=1)

    def tables(self):
        self.run_cogs("demo", "--save", "demo", "-q")
        folder = self.folder / "demo"
        data, model = next(folder.glob("*.csv")), next(folder.glob("*.cogs"))
        label = ["--label", "decision", "--undesired", "reject"]
        self.json("learn", "learn", data, *label, "--cv", "3", "--holdout", "0.2", "--json")
        self.json("learn", "learn", data, *label, "--json", "--no-timing")
        self.json("learn", "learn", data, *label, "--json", "--tune-time", "5")
        card = self.file("card.csv", "variable,bin,points\nage,\"(-inf, 40)\",5\nage,\"[40, inf)\",7\nage,Missing,0\n")
        rows = self.file("rows.csv", "age,raw_score\n39,5\n40,7\n,0\n")
        self.json("import", "import", card, "--features", rows, "--check", rows, "--threshold", "6", "--json")
        scorecard = run.EXAMPLES / "scorecard"
        asked = [scorecard / "card.cogs", scorecard / "anna.json"]
        people = self.file("people.csv", "age,income\n30,30000\n50,60000\n")
        self.json("why", "why", *asked, "--json", "--against", people, "--sufficient", "--shapley", people)
        self.json("why", "why", *asked, "--json", "--against", "neutral")
        self.json("recourse", "recourse", *asked, "--json", "--fix", "income", "--fix", "employment", code=1)
        several = MODELS / "xgboost_classes.json"
        rows = f"{MODELS / 'xgboost_classes.rows.csv'}"
        self.json("import", "import", several, "--people", rows, "--class", "2", "--json")
        self.run_cogs("import", several, "--people", rows, "--class", "2", "-q", "-o", "classes.cogs")
        self.json("why", "why", "classes.cogs", f"{rows}:1", "--json")
        self.json("recourse", "recourse", "classes.cogs", f"{rows}:1", "--json")
        self.json("look", "look", data, "--json")
        written = self.file("written.csv", "n;d;s;a;b;c;k\n" + "".join(
            f"{'unknown' if i == 3 else i};2024-01-{i % 28 + 1:02};${i};" + ";".join(
                ["-9" if i % 9 == 0 else f"{i * k % 31},5" for k in (3, 5, 7)]) +
            f";{'rare' if i == 5 else 'often'}\n" for i in range(60)))
        self.json("look", "look", written, "--json", "--no-timing")
        self.run_cogs("learn", written, "--label", "k", "--undesired", "often", "-q", "-o", "w.cogs",
                      "--missing-value", "-9")
        self.json("model", "export", "w.cogs", "--to", "json")
        self.run_cogs("learn", data, *label, "-o", "learned.cogs", "-q")
        self.json("causes", "causes", "learned.cogs", data, "--all", "--json")
        self.json("causes", "causes", model, data, "--dry-run", "--json")
        self.json("costs", "costs", "learned.cogs", data, "-o", "priced.cogs", "--json")
        self.json("costs", "costs", "learned.cogs", data, "--dry-run", "--only", "age", "--by",
                  "log-percentile", "--no-timing", "--json")
        self.json("model", "export", "priced.cogs", "--to", "json")
        self.json("review", "review", "learned.cogs", "--list", "--data", data, "--json")
        self.json("review", "review", "learned.cogs", "--approve", "c1", "--by", "A", "--json")
        self.json("review", "review", run.LOAN, "--list", "--json")
        self.json("features", "features", "learned.cogs", "--json")
        self.json("features", "features", self.odd, "--json")
        sheet = self.file("f.csv", "feature,fixed,direction,label\nage,,,years\n")
        self.json("features", "features", "learned.cogs", "--apply", sheet, "--dry-run", "--json")
        self.json("features", "features", "learned.cogs", "--apply", sheet, "--json")
        self.json("predict", "predict", "learned.cogs", data, "--json")
        self.json("predict_row", "predict", "learned.cogs", data, "--jsonl", lines=True)
        rows = self.file("rows.csv", "size,level,grade\n0.1,1,low\n50,three,high\n5,<b>,\n5,9,low\n")
        self.json("predict", "predict", self.odd, rows, "--errors", "bad.csv", "--json", code=(0, 3))
        self.json("predict_row", "predict", self.odd, rows, "--errors", "bad.csv", "--jsonl",
                  code=(0, 3), lines=True)
        people = self.file("people.csv", "age,debt,bank_balance,credit_score,keep\n"
                                         "31,5000,40000,599,\n31,0,90000,700,\n31,5,4,599,debt\n"
                                         "31,x,4,599,debt\n31\n,,,,\n")
        for model, table in ((run.LOAN, people), (self.odd, rows)):
            keep = ["--fix-column", "keep"] if table == people else []
            self.json("batch_row", "batch", model, table, *keep, "--jsonl", "--reasons", "4",
                      code=(0, 3), lines=True)
            self.json("batch_row", "batch", model, table, *keep, "--jsonl", code=(0, 3), lines=True)
            self.json("batch", "batch", model, table, "-o", "o.csv", "--json", "--errors", "e.csv")
        self.json("batch", "batch", run.LOAN, people, "-o", "o.csv", "--json", "--time-limit", "0",
                  "--no-timing", code=4)
        policy = self.file("policy.txt", "protected age\nproxy keep\n")
        self.json("audit", "audit", run.LOAN, people, "--errors", "e.csv", "--by", "age,keep", "--cross",
                  "--policy", policy, "--skip-bad-rows", "--json")
        self.json("audit", "audit", self.odd, rows, "--errors", "e.csv", "--by", "size,grade",
                  "--no-timing", "--json")
        many = self.file("many.csv", "age,debt,id\n" + "".join(f"{20 + i},{i},p{i}\n"
                                                              for i in range(50)))
        self.json("audit", "audit", run.LOAN, many, "--fix", "debt", "--by", "age,id", "--json")
        self.json("audit", "audit", run.LOAN, many, "--by", "age", "--actual", "id=p3", "--json")
        for part in "12":
            self.run_cogs("batch", run.LOAN, people, "-q", "-o", part + ".csv", "--shard", part + "/2",
                          "--errors", "e.csv")
        self.json("merge", "merge", "1.csv", "2.csv", "-o", "m.csv", "--json")
        ways = self.file("ways.csv", "row,size,id,level,took\n1,0.5,3,nine,1\n2,95,0,1,2.5\n2,5,0,1,\n"
                                     "3,,1,,0\n")
        good = self.file("good.csv", "size,level,grade,weight,third,extra\n0.1,1,low,60,0.2,\n"
                                     "50,three,high,1,,id\n5,<b>,,2,1,\n80,2,high,3,0.5,\n")
        odd = ["evaluate", self.odd, good, ways, "--json"]
        self.json("evaluate", *odd)
        self.json("evaluate", *odd, "--rows", "--time-column", "took", "--cost", "id=1/3",
                  "--range", "size=..90", "--fix-column", "extra",
                  "--against", "none=" + self.file("no_ways.csv", "size\n"))

    def letters(self):
        folder = run.EXAMPLES / "letters"
        loan, person = folder / "loan.cogs", folder / "person.json"
        rich = ["age=31", "debt=0", "bank_balance=90000", "credit_score=700", "employment=none"]
        ask = ["--template", "regulation-b", "--settings", folder / "office.txt", "--json"]
        codes = ["--codes", folder / "codes.csv"]
        self.json("letter", "letter", loan, person, *ask, *codes, "--id", "7")
        self.json("letter", "letter", loan, *rich, *ask, "--id", "7", code=1)
        people = self.file("loan_people.csv", "age,debt,bank_balance,credit_score,employment\n"
                           "31,5000,40000,599,none\n40,0,90000,700,none\n")
        self.json("letters", "letter", loan, "--table", people, *ask, *codes, "-o", "letters")
        # Names of classes, sources of features, and what records are filed under.
        self.json("model", "export", loan, "--to", "json")
        self.json("predict", "predict", loan, people, "--json")
        self.json("compare", "compare", loan, people + ":1", people + ":2", "--json")
        self.json("why", "why", loan, person, "--json", *codes)
        self.json("batch_row", "batch", loan, people, "--jsonl", *codes, lines=True)
        (self.folder / "filed").mkdir()
        self.json("recourse", "recourse", loan, people + ":1", "--json", "--record",
                  "filed/1.json", "--id", "A1")
        self.record("why", loan, people + ":1", "--id", "A1")
        self.file("filed/2.json", "{}")
        self.json("check_folder", "check", "filed", "--json", code=3)

    def programs(self):
        odd = self.file("odd.pl", "p(X) :- X #> 1/3, X #< 4.5, not q(X), X \\= 2.\nq(3).\n"
                                  "r([1, a, \"s\", f(Y), 0.5], Y) :- Y \\= 1, Y \\= b.\n"
                                  "s(X, Z) :- X #> Z.\n-t(a).\n#abducible u(1).\n"
                                  "v :- u(1), not w.\nw :- not v.\n")
        birds = run.EXAMPLES / "birds" / "birds.pl"
        credit = run.EXAMPLES / "credit_line" / "credit.pl"
        for query in ("p(X)", "r(L, Y)", "s(X, Z)", "-t(X)", "v", "q(4)"):
            self.json("solve", "solve", odd, "--query", query, "--json", "--tree", code=(0, 1))
        self.json("solve", "solve", birds, "--json", "--tree")
        numbers = self.file("numbers.pl", "c :- X*X*X + Y*Y*Y #= Z*Z*Z, X #> 0, Y #> 0.\n"
                                          "i(X) :- integer(X), X #> 3.\n")
        for query in ("c", "not c", "not i(X)", "X is 3**9000000"):
            self.json("solve", "solve", numbers, "--query", query, "--json", "-s0", code=(0, 4))
        self.json("solve", "solve", credit, "--json", code=(0, 1))
        self.json("solve_outf2", "solve", birds, "--outf=2")
        self.json("solve_outf2", "solve", odd, "--query", "q(4)", "--outf=2", "--no-timing", code=1)


class Schemas(Outputs):
    def commands_with_json(self):
        listed = self.run_cogs("--help").out.split("Subcommands:")[1].split("\n\n")[0]
        names = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
        return {name for name in names if "--json" in self.run_cogs(name, "--help").out}

    def test_every_output_is_as_its_schema_says_and_nothing_else_is(self):
        refused = 0
        for name, schema in SCHEMAS.items():
            jsonschema.Draft202012Validator.check_schema(schema)
            self.assertEqual(schema["$id"], "urn:cogs:schema:" + name)
            validator = jsonschema.Draft202012Validator(schema)
            tried = set()
            for _, arguments, output in (o for o in self.outputs if o[0] == name):
                problem = jsonschema.exceptions.best_match(validator.iter_errors(output))
                self.assertIsNone(problem, (name, arguments, problem))
                for path, what, make in mutants(output, schema):
                    kind = (what, tuple("*" if isinstance(k, int) else k for k in path[-3:]))
                    if kind in tried:
                        continue
                    tried.add(kind)
                    self.assertFalse(validator.is_valid(make()), (name, arguments, path, what))
                    refused += 1
            self.assertTrue(tried, f"no output was judged by {name}")
        self.assertGreater(refused, 500)
        self.assertEqual({o[0] for o in self.outputs}, set(SCHEMAS))
        self.assertEqual(self.commands_with_json() - self.commands, set())

    def test_the_cases_are_those_that_matter(self):
        answers = [o for name, _, o in self.outputs if name == "recourse"]
        self.assertEqual({a["status"] for a in answers}, {"found", "already", "none", "gave_up"})
        text = json.dumps([o for _, _, o in self.outputs])
        for needed in ('"open": "lo"', '"open": "hi"', '9007199254740993', '"option": "--', '1/3',
                       '"type": "clpq"', '"type": "not_in"', '"abduced": true', '"weak"',
                       '"bad": true', '"rational"', '"chs": true', '"stopped_by": "time"',
                       '"missing": ["bank_balance"'):
            self.assertTrue(needed in text, needed)


class Definitions(unittest.TestCase):
    def test_equal_names_mean_equal_things_in_all_schemas(self):
        meaning = {}
        for name, schema in SCHEMAS.items():
            for part, definition in schema.get("$defs", {}).items():
                self.assertEqual(meaning.setdefault(part, definition), definition, (name, part))


if __name__ == "__main__":
    unittest.main()
