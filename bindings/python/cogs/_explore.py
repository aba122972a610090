# SPDX-License-Identifier: Apache-2.0
"""One page about one person, with a form to try other values: no kernel, no server, no network.

Which values have the wanted decision is worked out by the engine beforehand, as regions (Model.counterfactuals); the
page only looks up in which region the values of the form lie. So it says what the engine would say.
"""

from __future__ import annotations

import html as _html
import json
import os
from typing import TYPE_CHECKING, Any, Mapping

if TYPE_CHECKING:
    from ._model import Feature, Model

_MOST_REGIONS = 5000

_SCRIPT = """
(() => {
  const { reach, goals, start } = JSON.parse(document.getElementById("cogs-regions").textContent);
  const number = v => {
    if (typeof v !== "string") return v;
    const [a, b] = v.split("/");
    return b === undefined ? Number(a) : Number(a) / Number(b);
  };
  const inside = (set, value) => {
    if (Array.isArray(set) && set.some(s => typeof s === "object" && s !== null)) return set.some(s => inside(s, value));
    if (typeof value === "string") return set.some(v => String(v) === value);
    const [low, high] = (Array.isArray(set) ? set : set.range).map(v => v === null ? null : number(v));
    const open = Array.isArray(set) ? "" : set.open;
    if (low !== null && (value < low || value === low && (open === "lo" || open === "both"))) return false;
    return !(high !== null && (value > high || value === high && (open === "hi" || open === "both")));
  };
  const form = document.getElementById("cogs-whatif"), said = document.getElementById("cogs-said");
  const look = () => {
    const values = {};
    let missing = false, changed = 0;
    for (const field of form.querySelectorAll("[name]")) {
      if (field.value === "") { missing = true; continue; }
      if (!field.checkValidity()) { said.textContent = field.dataset.label + ": " + field.validationMessage; return; }
      values[field.name] = field.dataset.kind === "number" ? Number(field.value) : field.value;
      if (String(start[field.name]) !== field.value) changed++;
    }
    const within = regions => regions.some(r => Object.keys(values).every(n => inside(r[n], values[n])));
    said.className = "note";
    if (missing) said.textContent = "Fill in all values to see the decision.";
    else if (within(reach)) {
      said.className += " yes";
      said.textContent = changed ? "The wanted decision, and there is a path to these values." : "The wanted decision, as things are.";
    } else if (within(goals)) {
      said.className += " maybe";
      said.textContent = "The wanted decision, but no path leads from this person to these values.";
    } else {
      said.className += " no";
      said.textContent = "The undesired decision, or values that the causal rules do not allow together.";
    }
  };
  form.addEventListener("input", look);
  form.addEventListener("reset", () => setTimeout(look));
  look();
})();
"""


class Page:
    """A page: it shows itself in notebooks; `write_html` and `open` are those of answers."""

    def __init__(self, page: str) -> None:
        self._page = page

    def html(self) -> str:
        return self._page

    def write_html(self, file: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(self._page)

    def open(self) -> str:
        """Shows the page in the browser; gives the name of the file."""
        import tempfile
        import webbrowser

        handle, name = tempfile.mkstemp(prefix="cogs-", suffix=".html")
        os.close(handle)
        self.write_html(name)
        webbrowser.open("file://" + name)
        return name

    def _repr_html_(self) -> str:
        return framed(self._page)

    def __repr__(self) -> str:
        return f"<Page of {len(self._page)} characters: write_html(file) keeps it, open() shows it>"


def framed(page: str) -> str:
    """The page inside another one, without access to it or to the network."""
    inner = _html.escape(page, quote=True)
    return f'<iframe srcdoc="{inner}" sandbox="allow-scripts" style="width:100%;height:640px;border:0"></iframe>'


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _field(feature: Feature, value: Any) -> str:
    name, label = _html.escape(feature.name, quote=True), _html.escape(feature.label or feature.name, quote=True)
    said = f'<label for="cogs-f-{name}">{label}{" (fixed)" if feature.fixed else ""}</label>'
    common = f'id="cogs-f-{name}" name="{name}" data-label="{label}"'
    if feature.values is not None:
        texts = [_text(v) for v in feature.values]
        if value is not None and _text(value) not in texts:
            texts.append(_text(value))
        choices = "".join(
            f'<option value="{_html.escape(t, quote=True)}"{" selected" if t == _text(value) else ""}>{_html.escape(t)}</option>'
            for t in (["", *texts] if value is None else texts)
        )
        return f'<p>{said} <select {common} data-kind="text">{choices}</select></p>'
    low, high = feature.range or (None, None)
    ends = "".join(f' {k}="{v}"' for k, v in (("min", low), ("max", high)) if v is not None)
    step = "1" if feature.type == "integer" else "any"
    unit = f' <span class="soft">{_html.escape(feature.unit)}</span>' if feature.unit else ""
    return f'<p>{said} <input type="number" {common} data-kind="number" step="{step}"{ends} value="{_text(value)}">{unit}</p>'


def _section(model: Model, person: Mapping[str, Any], time_limit: float | None) -> str:
    heading = '<section aria-labelledby="whatif">\n<h2 id="whatif">What if</h2>\n'
    goals = model.counterfactuals(time_limit=time_limit)
    reach = model.counterfactuals(dict(person), time_limit=time_limit)
    if not (goals.complete and reach.complete) or len(goals) + len(reach) > _MOST_REGIONS:
        return heading + "<p>There are too many regions of values to try them here.</p>\n</section>\n"
    data = json.dumps({
        "reach": json.loads(reach.to_json())["regions"], "goals": json.loads(goals.to_json())["regions"],
        "start": {k: _text(v) for k, v in person.items()},
    }, ensure_ascii=False).replace("<", "\\u003c")  # fmt: skip
    fields = "\n".join(_field(f, person.get(f.name)) for f in model.features.values())
    return (
        f'{heading}<p>Other values, and the decision about them.</p>\n<form id="cogs-whatif">\n{fields}\n'
        '<p><button type="reset">Back to the person</button></p>\n</form>\n'
        '<p id="cogs-said" class="note" role="status"></p>\n'
        f'<script type="application/json" id="cogs-regions">{data}</script>\n<script>{_SCRIPT}</script>\n</section>\n'
    )


def explore(model: Model, person: Any, top: int, time_limit: float | None) -> Page:
    page = model.recourse(person, top=top, time_limit=time_limit).html()
    section = _section(model, model.person(person), time_limit)
    at = min(place for place in (page.find("<section"), page.index("</main>")) if place >= 0)
    return Page(page[:at] + section + page[at:])
