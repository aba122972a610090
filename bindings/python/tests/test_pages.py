# SPDX-License-Identifier: Apache-2.0
"""Pictures as SVG, and the page of explore: what its form says is what the engine says."""

import json
import os
import random
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET

import pytest
from conftest import EXAMPLES

import cogs

SEED = int(os.environ.get("COGS_SEED", "5"))


def test_plots_are_pictures_of_their_own(loan, john, tmp_path):
    table = [{**john, "debt": 100 * i, "bank_balance": 900 * i, "branch": "ab"[i % 2]} for i in range(100)]
    plots = [*loan.recourse(john).plots, *loan.audit(table, by=["branch"]).plots]
    assert len(plots) > 5 and "Who has recourse" in [plot.title for plot in plots]
    for plot in plots:
        root = ET.fromstring(plot.svg)  # well-formed
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and float(root.attrib["width"]) > 100
        assert "var(" not in plot.svg and plot.description and plot._repr_svg_() == plot.svg
        names = set(re.findall(r'class="(cogs-[0-9a-f]+)"', plot.svg))
        style = re.search(r"<style>(.*?)</style>", plot.svg)[1]
        assert len(names) == 1 and style and all(
            selector.startswith("." + next(iter(names))) for rule in re.findall(r"([^{}]+)\{", style) for selector in rule.split(",")
        )  # fmt: skip
    plots[0].save(tmp_path / "plot.svg")
    ET.parse(tmp_path / "plot.svg")
    assert loan.counterfactuals().plots == ()


def test_explore_is_one_page(loan, john, tmp_path):
    page = loan.explore(john, tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert text == page.html() and 'id="cogs-whatif"' in text and "Content-Security-Policy" in text
    assert page._repr_html_().startswith("<iframe") and "Page" in repr(page)
    assert "</script><b>" not in loan.explore({**john}).html()


def chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    if os.environ.get("COGS_BROWSER") == "required":
        pytest.fail("there is no browser")
    pytest.skip("there is no browser")


@pytest.mark.parametrize("name, draw", [
    ("loan2/loan.cogs", lambda d: {"age": d.randint(1, 99), "debt": d.choice([0, 1, 5000]),
                                   "bank_balance": d.choice([59999, 60000, 10**6]), "credit_score": d.randint(590, 610)}),
    ("adult/adult.cogs", lambda d: {
        "marital_status": d.choice(["Never-married", "Married-civ-spouse", "Divorced"]),
        "capital_gain": d.choice([0, 5013, 5014, 6849, 6850]), "education_num": d.randint(11, 14),
        "relationship": d.choice(["Husband", "Wife", "Own-child"]), "sex": d.choice(["Male", "Female"]),
        "age": d.randint(25, 31)}),
])  # fmt: skip
def test_the_form_says_what_the_engine_says(name, draw, tmp_path):
    browser = chromium()
    model = cogs.load(EXAMPLES / name)
    source = random.Random(SEED)
    print("seed", SEED)
    states = [draw(source) for _ in range(150)]
    person = states[0]
    page = model.explore(person, top=1).html()
    script = """<script>
      const form = document.getElementById("cogs-whatif"), said = [];
      for (const state of STATES) {
        for (const [name, value] of Object.entries(state)) form.querySelector(`[name="${name}"]`).value = value;
        form.dispatchEvent(new Event("input"));
        said.push(document.getElementById("cogs-said").className.replace("note ", ""));
      }
      document.body.dataset.said = said.join(" ");
    </script></body>""".replace("STATES", json.dumps(states))
    (tmp_path / "page.html").write_text(page.replace("</body>", script))
    done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
                           "--dump-dom", (tmp_path / "page.html").as_uri()], capture_output=True, text=True, timeout=120)  # fmt: skip
    said = re.search(r'data-said="([^"]*)"', done.stdout)
    assert said, done.stderr[-2000:]
    goals = [model.recourse(state).to_dict() for state in states]
    for state, answer, word in zip(states, goals, said[1].split()):
        wanted = answer["status"] == "already" and answer["start_consistent"]
        assert (word in ("yes", "maybe")) == wanted, (state, word, answer["status"])
