# SPDX-License-Identifier: Apache-2.0
"""The plots of an answer's page as pictures of their own: SVG, with its colours in it, for any program."""

from __future__ import annotations

import hashlib
import html
import os
import re
from dataclasses import dataclass

_FIGURE = re.compile(r'<figure class="(plot|strip)\b[^>]*>(?:(?!</figure>).)*?(<svg\b.*?</svg>)', re.S)
_HEADING = re.compile(r"<h([1-4])\b[^>]*>(.*?)</h\1>", re.S)
_STYLE = re.compile(r"<style>(.*?)</style>", re.S)
_VARIABLE = re.compile(r"var\((--[a-z]+)\)")


@dataclass(frozen=True)
class Plot:
    """One picture. In a notebook it shows itself; nothing is drawn as a side effect."""

    title: str
    description: str  # what a screen reader says
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the SVG to a file."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.svg + "\n")

    def __repr__(self) -> str:
        return f"<Plot {self.title}>"


def _rules(page: str, kind: str, within: str) -> str:
    """The style of such figures, without what only a page knows: variables and outer elements.

    Every rule is bound to `within`, a class: pages that take the picture in have styles of their own.
    """
    style = "".join(_STYLE.findall(page))
    light = style.partition("@media")[0]
    values = dict(re.findall(r"(--[a-z]+):([^;}]+)", light))
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style):
        inner = [s.strip().removeprefix(f".{kind} ") for s in selectors.split(",") if s.strip().startswith(f".{kind} ")]
        inner = [s for s in inner if s != "svg"]
        if inner:
            found.append(",".join(f".{within} {s}" for s in inner) + "{" + _VARIABLE.sub(lambda m: values.get(m[1], "#000"), body) + "}")
    return "".join(found)


def plots_of(page: str) -> tuple[Plot, ...]:
    """All pictures of a page, in its order."""
    out = []
    headings = [(m.start(), _plain(m[2])) for m in _HEADING.finditer(page)]
    for figure in _FIGURE.finditer(page):
        kind, svg = figure[1], figure[2]
        before = [words for at, words in headings if at < figure.start(2)]
        said = re.search(r'aria-label="([^"]*)"', svg)
        size = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
        within = "cogs-" + hashlib.sha256(svg.encode()).hexdigest()[:10]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{within}"'
        if size:
            head += f' width="{size[1]}" height="{size[2]}"'
        style = f"<style>{_rules(page, kind, within)}</style>"
        whole = re.sub(r"^<svg\b([^>]*)>", lambda m: f"{head}{m[1]}>{style}", svg, count=1)
        description = html.unescape(said[1]) if said else ""
        out.append(Plot(before[-1] if before else description, description, whole))
    return tuple(out)


def _plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup)).strip()
