# SPDX-License-Identifier: Apache-2.0
"""--html of why, recourse and solve: pages that stand alone, as a parser sees them."""

import html.parser
import re
import unittest

import run

EMPTY = {"meta", "br", "wbr", "line", "circle", "rect", "path"}
LOADING = {"src", "href", "srcset", "data", "action", "poster"}
EXAMPLES = [
    ("loan2/loan.cogs", "loan2/john.json"),
    ("adult/adult.cogs", "adult/person.json"),
    ("german/german.cogs", "german/applicant.json"),
    ("cars/cars.cogs", "cars/car.json"),
]


class Reader(html.parser.HTMLParser):
    """Collects faults, ids, text outside of style and script, and counts of elements."""

    def __init__(self, page):
        super().__init__()
        self.open, self.faults, self.ids, self.text, self.count = [], [], set(), "", {}
        self.headings = []
        self.feed(page)
        self.close()
        if self.open:
            self.faults.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        for name, value in attributes:
            if name in LOADING or name.startswith("on"):
                self.faults.append(f"{tag} {name}={value}")
            if name == "id":
                if value in self.ids:
                    self.faults.append(f"id twice: {value}")
                self.ids.add(value)
        if re.fullmatch("h[1-6]", tag):
            level = int(tag[1])
            if level > (self.headings[-1] if self.headings else 0) + 1:
                self.faults.append(f"a level of headings is left out before {tag}")
            self.headings.append(level)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        if tag not in EMPTY:
            self.faults.append(f"<{tag}/>")
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> in {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += data


def luminance(colour):
    if len(colour) == 4:
        colour = "#" + "".join(2 * c for c in colour[1:])
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055)**2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class Pages(run.Case):
    def page(self, *arguments, code=0):
        done = self.run_cogs(*arguments, "--html", "page.html", code=code)
        self.assertEqual(done.out, "")
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        reader = Reader(page)
        self.assertEqual(reader.faults, [])
        self.assertNotIn("http://", page)
        self.assertNotIn("https://", page)
        self.assertNotIn("url(", page)
        self.assertEqual(reader.count["h1"], 1)
        self.assertEqual(reader.count["script"], 2)
        return page, reader

    def test_pages_of_the_examples_are_well_formed_and_stand_alone(self):
        for model, record in EXAMPLES:
            with self.subTest(model):
                question = [run.EXAMPLES / model, run.EXAMPLES / record]
                _, reader = self.page("why", *question)
                self.assertLessEqual({"reasons", "proof", "record"}, reader.ids)
                _, reader = self.page("recourse", *question, "--top", "3")
                self.assertLessEqual({"ways", "reasons", "proof", "record"}, reader.ids)

    def test_the_path_of_john(self):
        _, reader = self.page("recourse", run.LOAN, *run.JOHN)
        for words in ("reject_loan: yes", "Change directly", "Follows by itself", "now 40000",
                      "to 60000", "Decision then: not reject_loan", "Proof"):
            self.assertIn(words, reader.text)
        self.assertEqual(reader.count["svg"], 5)  # three strips, two bars of responsibility

    def test_blockers_where_there_is_no_path(self):
        _, reader = self.page("recourse", run.LOAN, *run.JOHN, "--fix", "bank_balance", code=1)
        self.assertIn("stand", reader.text)
        self.assertIn("the option --fix bank_balance of this run", reader.text)

    def test_the_same_input_gives_the_same_bytes(self):
        for command in ("why", "recourse"):
            first, _ = self.page(command, run.LOAN, *run.JOHN)
            second, _ = self.page(command, run.LOAN, *run.JOHN)
            self.assertEqual(first, second)

    def test_values_are_text_whatever_they_look_like(self):
        evil = "<img src=x onerror=alert(1)>&amp;\"`</script>"
        hebrew = "\u05d0\u05d1\u05d2"
        model = self.file("m.cogs", f"#feature a : {{'{evil}', '{hebrew}', '{'long' * 500}'}}, "
                                    "label \"<i>\u202elabel\".\n#undesired p(X).\n"
                                    f"p(X) :- not a(X, '{hebrew}').\n")
        for command in ("why", "recourse"):
            page, reader = self.page(command, model, "a=" + evil)
            self.assertIn(evil, reader.text)
            self.assertIn(f"<bdi>{hebrew}</bdi>", page)
            self.assertNotIn("\u202e", page)
            self.assertNotIn("img", reader.count)
            self.page(command, model, "a=" + "long" * 500)

    def test_a_long_proof_is_folded(self):
        rules = "".join(f"p(X) :- a(X, N), N > {1 + i % 8}.\n" for i in range(5000))
        model = self.file("m.cogs", "#feature a : integer 0..9.\n#undesired p(X).\n" + rules)
        page, reader = self.page("why", model, "a=0")
        self.assertGreater(reader.count["li"], 10000)
        self.assertTrue('class="open"' not in page)  # the message would be the page
        self.assertLess(len(reader.text), 1000000)

    def test_a_page_can_go_to_standard_output_but_not_with_json(self):
        done = self.run_cogs("why", run.LOAN, *run.JOHN, "--html", "-")
        self.assertTrue(done.out.startswith("<!DOCTYPE html>"))
        for command in ("why", "recourse"):
            self.run_cogs(command, run.LOAN, *run.JOHN, "--html", "p.html", "--json", code=2)
        self.run_cogs("why", run.LOAN, *run.JOHN, "--html", "p.html", "--short", code=2)
        self.assertEqual(self.files(), [])

    def test_colours_have_the_contrast_of_wcag_aa(self):
        page, _ = self.page("why", run.LOAN, *run.JOHN)
        schemes = re.findall(r":root\{([^}]*)\}", page)
        self.assertEqual(len(schemes), 3)  # light, dark, print
        for scheme in schemes:
            colours = dict(re.findall(r"--(\w+):(#[0-9a-f]+)", scheme))
            for behind in ("paper", "panel"):
                for text in ("ink", "soft", "key", "yes", "no", "maybe"):
                    self.assertGreaterEqual(contrast(colours[text], colours[behind]), 4.5,
                                            (text, behind, scheme))
                self.assertGreaterEqual(contrast(colours["edge"], colours[behind]), 3, scheme)


if __name__ == "__main__":
    unittest.main()
