# SPDX-License-Identifier: Apache-2.0
"""The pages that the tests of this folder look at, made by the program itself."""

import subprocess
from pathlib import Path

EVIL = "<img src=x onerror=alert(1)>&amp;\"`</script><script>alert(2)</script>"
HEBREW = "\u05d0\u05d1\u05d2 \u05d3\u05d4"
ARABIC = "\u0627\u0644\u0639"
LONG = "long" * 300
ESCAPES = "\x1b[31mred\u202eback"

AWKWARD = f"""
#feature a : {{'{EVIL}', '{HEBREW}', '{LONG}', '{ARABIC}',
            '{ESCAPES}'}}, label "<i>\u202elabel {HEBREW}".
#feature n : real -inf..inf.
#feature m : integer 0..inf, unit "{ARABIC}".
#feature {'very_' * 30}long_name : integer 0..9.
#undesired p(X).
p(X) :- not a(X, '{HEBREW}'), not a(X, '{ARABIC}'), n(X, V), V > 0.5, m(X, W), W < {10**30}.
p(X) :- {'very_' * 30}long_name(X, V), V > 8.
"""

CLASSES = """
#feature size : integer 0..9.
#feature new : {yes, no}.
#undesired kind(X, bad).
kind(X, bad) :- size(X, N), N < 5.
kind(X, good) :- size(X, N), N >= 5, new(X, yes).
kind(X, fair) :- size(X, N), N >= 5, new(X, no).
"""

# The proof of p for n=3, m=yes has rules in both places, an atom within an atom, and one that is
# false.
NESTED = """
#feature n : integer 0..9.
#feature m : {yes, no}.
#undesired p(X).
p(X) :- q(X), n(X, N), N < 5.
p(X) :- m(X, yes).
q(X) :- m(X, yes), not r(X).
r(X) :- n(X, N), N > 8.
"""


def many_rules(number):
    """Rules that do not apply: the proof has two nodes for each, itself and the literal that fails."""
    return "#feature a : integer 0..9.\n#undesired p(X).\n" + "".join(
        f"p(X) :- a(X, N), N > {1 + i % 8}.\n" for i in range(number))


STORIES = [("loan1", "loan.cogs", "john.json"), ("loan2", "loan.cogs", "john.json"),
           ("adult", "adult.cogs", "person.json"), ("german", "german.cogs", "applicant.json"),
           ("cars", "cars.cogs", "car.json")]


class PageSet:
    """Writes pages into a folder; `made` has their files by name."""

    def __init__(self, cogs, examples, folder):
        self.cogs, self.examples, self.folder = cogs, Path(examples), Path(folder)
        self.made = {}

    def model(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def add(self, name, *arguments, code=0):
        self.write(name, *arguments, option="--html", code=code)

    def write(self, name, *arguments, option="-o", code=0):
        page = self.folder / f"{name}.html"
        done = subprocess.run([self.cogs, *map(str, arguments), option, str(page)], timeout=120,
                              capture_output=True, encoding="utf-8", check=False)
        if done.returncode != code:
            raise AssertionError(f"{arguments}: exit code {done.returncode}\n{done.stderr}")
        self.made[name] = page

    def add_examples(self):
        for story, model, record in STORIES:
            question = [self.examples / story / model, self.examples / story / record]
            self.add(f"why_{story}", "why", *question)
            self.add(f"recourse_{story}", "recourse", *question, "--top", "3")
        self.add("solve_birds", "solve", self.examples / "birds" / "birds.pl", "-s0", "--tree")
        self.add("solve_credit", "solve", self.examples / "credit_line" / "credit.pl", "-s0")
        self.add("solve_no", "solve", self.examples / "birds" / "birds.pl",
                 "--query=flies(sam)", code=1)

    def add_awkward(self):
        loan = self.examples / "loan2" / "loan.cogs"
        john = self.examples / "loan2" / "john.json"
        self.add("blockers", "recourse", loan, john, "--fix", "bank_balance", code=1)
        awkward = self.model("awkward.cogs", AWKWARD)
        for name, value in (("evil", EVIL), ("long", LONG), ("escapes", ESCAPES)):
            record = [f"a={value}", "n=2/3", "m=" + "7" * 28, f"{'very_' * 30}long_name=9"]
            self.add(f"why_{name}", "why", awkward, *record)
            self.add(f"recourse_{name}", "recourse", awkward, *record, "--top", "4")
        self.add("right_to_left", "why", awkward, f"a={HEBREW}", "n=1", "m=5",
                 f"{'very_' * 30}long_name=9")
        kinds = self.model("kinds.cogs", CLASSES)
        self.add("classes", "why", kinds, "size=3", "new=no", "--rather-than", "kind(X,good)")
        self.add("classes_recourse", "recourse", kinds, "size=3", "new=no", "--all")
        program = self.model("awkward.pl", f"p('{EVIL}', '{HEBREW}').\np('{LONG}', b).\n?- p(X, Y).\n")
        self.add("solve_awkward", "solve", program, "-s0", "--tree")

    def add_audits(self):
        """Tables with groups of all kinds: awkward names, few people, bands, nobody."""
        awkward = self.model("audited.cogs", AWKWARD)
        names = [EVIL, HEBREW, ARABIC, ESCAPES, "?"]
        rows = [[names[i * i % 5], i % 7, i * 10**27, i % 10] for i in range(150)]
        header = f"a,n,m,{'very_' * 30}long_name\n"
        lines = ['"{}",{},{},{}'.format(str(a).replace('"', '""'), *more) for a, *more in rows]
        table = self.model("audited.csv", header + "\n".join(lines) + "\n")
        policy = self.model("policy.txt", "protected a\nproxy n\n")
        empty = self.model("nobody.csv", header)
        self.write("audit", "audit", awkward, table, "--by", "a,m", "--policy", policy)
        self.write("audit_blocked", "audit", awkward, table, "--fix", "a,n", "--by", "n")
        self.write("audit_nobody", "audit", awkward, empty, "--by", "a")

    def add_look(self):
        """A table of all kinds of columns."""
        rows = "".join(f"LN-{i:04d},{chr(65 + i % 26)}da,${i * 37 % 9000 + 1000},{i % 90 + 5}%,"
                       f"{1 + i % 12}/{1 + i % 28}/{1990 + i % 30},{-9 if i % 20 == 0 else i % 70},"
                       f"{EVIL if i % 7 == 0 else 'no'}\n".replace('"', "'") for i in range(200))
        table = self.model("looked.csv", "loan id,first name,income,share,opened,trades,note\n" + rows)
        self.add("look", "look", table, "--date-format", "opened=%m/%d/%Y")

    def add_words(self):
        """What clerks and applicants get, in two languages, and letters."""
        folder = self.examples / "letters"
        for model, language, office in (("loan.cogs", "en", "office.txt"),
                                        ("prestamo.cogs", "es", "oficina.txt")):
            question = [folder / model, folder / "person.json"]
            self.add(f"applicant_{language}", "recourse", *question, "--for", "applicant", "--lang",
                     language)
            self.add(f"clerk_{language}", "recourse", *question, "--for", "clerk", "--lang", language,
                     "--top", "3")
            codes = folder / ("codes.csv" if language == "en" else "codigos.csv")
            self.write(f"letter_{language}", "letter", *question, "--template", "regulation-b",
                       "--lang", language, "--codes", codes, "--settings", folder / office, "--id",
                       "7", "--date", "2026-11-16")

    def add_nested(self):
        self.add("nested", "why", self.model("nested.cogs", NESTED), "n=3", "m=yes")

    def add_big(self, nodes):
        self.add("big", "why", self.model("big.cogs", many_rules(nodes // 2)), "a=0")
