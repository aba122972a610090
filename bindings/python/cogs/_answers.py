# SPDX-License-Identifier: Apache-2.0
"""Answers as objects: plain data of the contract's JSON, with text and page."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Iterator, Literal, Mapping

from . import _errors, _tables

if TYPE_CHECKING:
    from ._model import Model
    from ._plots import Plot

Number = int | float
Value = int | float | str | None


class Real(float):
    """A number with decimals; `exact` is the fraction that it is, digit for digit."""

    __slots__ = ("exact",)
    exact: Fraction

    def __new__(cls, text: str) -> Real:
        exact = Fraction(text)
        number = super().__new__(cls, float(exact))
        number.exact = exact
        return number

    def __reduce__(self) -> Any:
        return Real, (str(self.exact),)


def exact(number: Number) -> Fraction:
    """The fraction that a number of an answer is, exactly.

    >>> exact(2), exact(Real("0.1"))
    (Fraction(2, 1), Fraction(1, 10))
    """
    return number.exact if isinstance(number, Real) else Fraction(number)


def _number(value: Any) -> Any:
    """Costs that have no finite decimals come as texts, such as "1/3"."""
    return Real(value) if isinstance(value, str) else value


def _loads(text: str) -> Any:
    return json.loads(text, parse_float=Real)


# ---- Parts of answers


@dataclass(frozen=True)
class Change:
    """A feature that gets another value: set by the person (`action`), or by causal rules (`effect`)."""

    kind: Literal["action", "effect"]
    feature: str
    start: Value  # None: was missing
    to: Value
    range: tuple[Any, ...]  # values that would do as well: (low, high), or the values of a set
    open: str | None = None  # ends that do not belong to the range: lo, hi or both
    cost: Number | None = None  # of an action
    certain: bool | None = None  # of an effect
    lines: tuple[int, ...] = ()  # of the causal rules at work

    def __str__(self) -> str:
        sign = "=>" if self.kind == "effect" else "->"
        return f"{self.feature}: {'?' if self.start is None else self.start} {sign} {self.to}"


@dataclass(frozen=True)
class Step:
    """What a person does at once, and what follows from it."""

    actions: tuple[Change, ...]
    effects: tuple[Change, ...]
    state: Mapping[str, Value]
    needed_because: tuple[Mapping[str, Any], ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        return self.actions + self.effects


@dataclass(frozen=True)
class Path:
    """A way to another decision: steps that the independent checker has accepted."""

    cost: Number
    direct: int
    changed: int
    optimal: bool
    certain: bool
    checked: bool
    steps: tuple[Step, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(change for step in self.steps for change in step.changes)

    @property
    def end(self) -> Mapping[str, Value]:
        """All values at the end."""
        return self.steps[-1].state if self.steps else {}

    def __str__(self) -> str:
        return "; ".join(str(c) for c in self.changes) + f"  (cost {self.cost})"


@dataclass(frozen=True)
class Blocker:
    """A restriction that has to be lifted for a path to exist."""

    kind: str
    feature: str | None
    lines: tuple[int, ...]
    option: str | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, [self.kind, self.option, self.feature]))


@dataclass(frozen=True)
class Reason:
    """A feature that the decision rests on, and what would be needed."""

    feature: str
    value: Value
    responsibility: Fraction
    needed: Any
    others: Mapping[str, Value] = field(default_factory=dict)
    code: str | None = None
    code_text: str | None = None


@dataclass(frozen=True)
class Difference:
    """A feature in which two people differ."""

    feature: str
    a: Value
    b: Value


@dataclass(frozen=True)
class Proposal:
    """A causal rule that data suggest, or that a person has judged."""

    id: str
    status: str
    feature: str
    rule: str
    mode: str | None = None
    words: str | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    by: str | None = None
    on: str | None = None
    reason: str | None = None

    def __str__(self) -> str:
        return f"{self.id} ({self.status}) {self.rule}"


class Rules(tuple[str, ...]):
    """Rules of a decision; printed, one a line."""

    def __repr__(self) -> str:
        return "\n".join(self)

    __str__ = __repr__


def _path(given: Mapping[str, Any]) -> Path:
    def change(kind: Literal["action", "effect"], c: Mapping[str, Any]) -> Change:
        to = c["to"]
        return Change(
            kind, c["feature"], c["from"], to["value"], tuple(to["range"]), to.get("open"),
            _number(c.get("cost")), c.get("certain"), tuple(c.get("rules", ())),
        )  # fmt: skip

    steps = tuple(
        Step(
            tuple(change("action", a) for a in t["actions"]),
            tuple(change("effect", e) for e in t["effects"]),
            t["state"],
            tuple(t.get("needed_because", ())),
        )
        for t in given["transitions"]
    )
    return Path(
        _number(given["cost"]), given["direct"], given["changed"], given["optimal"], given["certain"],
        given["checked"], steps,
    )  # fmt: skip


# ---- Answers


class _Kept:
    """What an answer can be written out from after it was pickled."""

    def __init__(self, outcome: str, timed: str, untimed: str, text: str, page: str | None, record: str | None,
                 warnings: list[dict[str, Any]]) -> None:  # fmt: skip
        self.outcome = outcome
        self._json = {True: timed, False: untimed}
        self._text, self._page, self._record, self._warnings = text, page, record, warnings

    def json(self, timing: bool) -> str:
        return self._json[timing]

    def text(self, form: str) -> str:
        return self._text

    @property
    def has_html(self) -> bool:
        return self._page is not None

    def html(self) -> str:
        if self._page is None:
            raise _errors.OptionsError("there is no page for this answer")
        return self._page

    def record(self) -> str:
        if self._record is None:
            raise _errors.OptionsError("there is no explanation record of this answer")
        return self._record

    def warnings(self) -> list[dict[str, Any]]:
        return self._warnings

    def with_names(self, called: Mapping[str, str]) -> _Kept:
        """The same with other names of files."""

        def named(text: Any) -> Any:
            return _errors.with_names(text, called)

        return _Kept(self.outcome, named(self._json[True]), named(self._json[False]), named(self._text), named(self._page),
                     named(self._record), [{k: named(v) for k, v in w.items()} for w in self._warnings])  # fmt: skip


def _kept(made: Any) -> _Kept:
    try:
        record = made.record()
    except _errors.Error:
        record = None
    page = made.html() if made.has_html else None
    return _Kept(made.outcome, made.json(True), made.json(False), made.text("prose"), page, record, made.warnings())


def _text_page(title: str, text: str) -> str:
    import html

    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title></head>\n'
        f'<body><main><h1>{title}</h1>\n<pre style="white-space:pre-wrap">{html.escape(text)}</pre></main></body>\n</html>\n'
    )


def _restore(cls: type[Answer], made: _Kept) -> Answer:
    return cls(made)


class Answer:
    """What all answers have in common: JSON, text and, for most, a page."""

    def __init__(self, made: Any) -> None:
        self._made = made
        self._data: dict[str, Any] | None = None

    @property
    def _json(self) -> dict[str, Any]:
        data = self._data
        if data is None:
            data = self._data = dict(_loads(self._made.json(True)))
        return data

    def to_json(self, *, timing: bool = True) -> str:
        """The object of the contract, byte for byte what the command line prints with --json.

        `timing=False` leaves out what differs between equal runs, as --no-timing does.
        """
        text: str = self._made.json(timing)
        return text

    def to_dict(self) -> dict[str, Any]:
        """The same as Python values: int where a number is whole, else float."""
        data: dict[str, Any] = json.loads(self._made.json(True))
        return data

    def __str__(self) -> str:
        text: str = self._made.text("prose")
        return text.rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    @property
    def warnings(self) -> tuple[_errors.Diagnostic, ...]:
        """What was found odd about the question."""
        return tuple(_errors.Diagnostic(**d) for d in self._made.warnings())

    def html(self) -> str:
        """The page of --html: one file that needs no network. Answers for which there is none there: their text as a page."""
        page: str = self._made.html() if self._made.has_html else _text_page(type(self).__name__, str(self))
        return page

    def to_frame(self, kind: str | None = None) -> Any:
        """What the answer says in single values, as one row."""
        said = {k: v for k, v in self.to_dict().items() if v is None or isinstance(v, (bool, int, float, str))}
        return _tables.frame_of([{k: v for k, v in said.items() if k != "schema"}], kind)

    def write_html(self, file: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.html())

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The pictures of the page, each as SVG: `answer.plots[0].save("costs.svg")`."""
        from ._plots import plots_of

        return plots_of(self.html()) if self._made.has_html else ()

    def open(self) -> str:
        """Shows the page in the browser; gives the name of the file."""
        import tempfile
        import webbrowser

        handle, name = tempfile.mkstemp(prefix="cogs-", suffix=".html")
        os.close(handle)
        self.write_html(name)
        webbrowser.open("file://" + name)
        return name

    def _repr_html_(self) -> str | None:
        if not self._made.has_html:
            import html

            return f"<pre>{html.escape(str(self))}</pre>"
        from ._explore import framed

        return framed(self.html())

    def __reduce__(self) -> Any:
        made = self._made if isinstance(self._made, _Kept) else _kept(self._made)
        return _restore, (type(self), made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self.to_json(timing=False) == other.to_json(timing=False)

    def __hash__(self) -> int:
        return hash(self.to_json(timing=False))


class Record(Mapping[str, Any]):
    """An explanation record: the decision with all that it rests on, to be filed (docs/contract.md)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._data: dict[str, Any] = json.loads(text)

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def to_json(self) -> str:
        return self.text

    def save(self, file: str | os.PathLike[str]) -> None:
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.text)

    def __repr__(self) -> str:
        return f"<explanation record {self['sha256'][:12]}>"


class Recourse(Answer):
    """How somebody gets another decision, or why that cannot be."""

    @property
    def status(self) -> Literal["found", "already", "none", "gave_up"]:
        status: Literal["found", "already", "none", "gave_up"] = self._json["status"]
        return status

    def __bool__(self) -> bool:
        return self.status in ("found", "already")

    @property
    def paths(self) -> tuple[Path, ...]:
        """The ways, best first."""
        return tuple(_path(p) for p in self._json["paths"])

    @property
    def path(self) -> Path | None:
        """The best way, if there is one."""
        return _path(self._json["paths"][0]) if self._json["paths"] else None

    @property
    def blockers(self) -> tuple[Blocker, ...]:
        """What stands in the way where there is none: a smallest set of restrictions."""
        return tuple(
            Blocker(b["kind"], b["feature"], tuple(b["lines"]), b.get("option")) for b in self._json["blockers"]
        )

    @property
    def lifted(self) -> Path | None:
        """The best way if all blockers were lifted together."""
        found = self._json.get("lifted")
        if isinstance(found, list):
            found = found[0] if found else None
        return _path(found) if found else None

    @property
    def lower_bound(self) -> Number | None:
        """No path costs less."""
        bound: Number | None = _number(self._json["lower_bound"])
        return bound

    @property
    def decision(self) -> Mapping[str, Any]:
        decision: Mapping[str, Any] = self._json["decision"]
        return decision

    @property
    def undesired(self) -> bool:
        return bool(self._json["decision"]["undesired"])

    @property
    def start(self) -> Mapping[str, Value]:
        start: Mapping[str, Value] = self._json["start"]
        return start

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(self._json["missing"])

    @property
    def stopped_by(self) -> str | None:
        """The limit that cut the search short, if one did."""
        stopped: str | None = self._json.get("search", {}).get("stopped_by")
        return stopped

    def record(self) -> Record:
        """The explanation record of this answer."""
        return Record(self._made.record())

    def to_frame(self, kind: str | None = None) -> Any:
        """One row a change, of all paths: path, step, kind, feature, from, to, low, high, certain, lines."""
        rows = []
        for number, path in enumerate(self.paths, 1):
            for place, step in enumerate(path.steps, 1):
                for c in step.changes:
                    ends = c.range if len(c.range) == 2 and not any(isinstance(v, str) for v in c.range) else (None, None)
                    rows.append({
                        "path": number, "step": place, "kind": c.kind, "feature": c.feature,
                        "from": c.start, "to": c.to, "low": ends[0], "high": ends[1],
                        "certain": c.certain, "lines": ", ".join(map(str, c.lines)),
                    })  # fmt: skip
        if kind == "polars" or kind == "pyarrow":  # a column has one type there
            for row in rows:
                row["from"], row["to"] = (None if v is None else str(v) for v in (row["from"], row["to"]))
        names = ["path", "step", "kind", "feature", "from", "to", "low", "high", "certain", "lines"]
        return _tables.frame_of(rows, kind, names)


class Why(Answer):
    """Why a decision is as it is: a proof, and the features that it rests on."""

    @property
    def undesired(self) -> bool:
        return bool(self._json["decision"]["undesired"])

    @property
    def decision(self) -> Mapping[str, Any]:
        decision: Mapping[str, Any] = self._json["decision"]
        return decision

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The most responsible first."""
        return tuple(
            Reason(
                r["feature"], r["value"], Fraction(str(r["responsibility"])), r["needed"], r.get("with", {}),
                r.get("code"), r.get("code_text"),
            )
            for r in self._json["reasons"]
        )  # fmt: skip

    @property
    def proof(self) -> Mapping[str, Any]:
        """A tree: goal, truth, rule, text, children."""
        proof: Mapping[str, Any] = self._json["proof"]
        return proof

    @property
    def rather_than(self) -> Mapping[str, Any] | None:
        return self._json.get("rather_than")

    def tree(self) -> str:
        """The proof as indented lines, as `--tree` prints it."""
        text: str = self._made.text("tree")
        return text.rstrip("\n")

    def record(self) -> Record:
        return Record(self._made.record())

    def to_frame(self, kind: str | None = None) -> Any:
        rows = [
            {"feature": r.feature, "value": None if r.value is None else str(r.value),
             "responsibility": float(r.responsibility), "needed": json.dumps(r.needed)}
            for r in self.reasons
        ]  # fmt: skip
        return _tables.frame_of(rows, kind, ["feature", "value", "responsibility", "needed"])


class Comparison(Answer):
    """What makes the difference between two people."""

    def _differences(self, name: str) -> tuple[Difference, ...]:
        return tuple(Difference(d["feature"], d["a"], d["b"]) for d in self._json[name])

    @property
    def undesired(self) -> tuple[bool, bool]:
        a, b = self._json["undesired"]
        return bool(a), bool(b)

    @property
    def decisive(self) -> tuple[Difference, ...]:
        """A smallest set: with these values of the second, the first has the second's decision."""
        return self._differences("decisive")

    @property
    def differences(self) -> tuple[Difference, ...]:
        return self._differences("differences")

    def __bool__(self) -> bool:
        return self.undesired[0] != self.undesired[1]

    def to_frame(self, kind: str | None = None) -> Any:
        rows = [{"feature": d.feature, "a": str(d.a), "b": str(d.b), "decisive": d in self.decisive}
                for d in self.differences]  # fmt: skip
        return _tables.frame_of(rows, kind, ["feature", "a", "b", "decisive"])


class Regions(Answer):
    """All states with the other decision, as disjoint regions."""

    @property
    def regions(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(self._json["regions"])

    @property
    def complete(self) -> bool:
        return bool(self._json["complete"])

    @property
    def cells(self) -> int:
        return int(self._json["cells"])

    @property
    def states(self) -> int | float:
        """How many states; infinity if there is no end of them."""
        return float("inf") if self._json["states"] == "inf" else int(self._json["states"])

    def __bool__(self) -> bool:
        return bool(self._json["regions"])

    def __len__(self) -> int:
        return len(self._json["regions"])

    def to_frame(self, kind: str | None = None) -> Any:
        rows = [{name: json.dumps(values) for name, values in region.items()} for region in self.regions]
        return _tables.frame_of(rows, kind)


class Check(Answer):
    """The verdict on an answer."""

    @property
    def right(self) -> bool:
        return bool(self._json["right"])

    def __bool__(self) -> bool:
        return self.right

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, one sentence each."""
        data = self._json
        found = [f for p in data.get("paths", []) for f in p["faults"]] + list(data.get("claims", []))
        for verdict in ("record", "now"):
            for part in (data.get(verdict) or {}).get("parts", []):
                found += [f"{part['part']}: {f}" for f in part["faults"]]
        return tuple(found)

    def to_frame(self, kind: str | None = None) -> Any:
        """One row a fault; none where the answer is right."""
        return _tables.frame_of([{"fault": fault} for fault in self.faults], kind, ["fault"])


class Counts(Answer):
    """What a run over a table came to."""

    @property
    def rows(self) -> int:
        return int(self._json["rows"])

    def __getattr__(self, name: str) -> int:
        if name in ("found", "already", "none", "gave_up", "error", "resumed_at"):
            return int(self._json[name])
        raise AttributeError(name)

    @property
    def finished(self) -> bool:
        return bool(self._json["finished"])


class Audit(Answer):
    """What recourse looks like for the people in a table, and for groups of them."""

    @property
    def overall(self) -> Mapping[str, Any]:
        """The figures of everybody, by the names of the contract."""
        figures: Mapping[str, Any] = self._json["all"]
        return figures

    def _groups(self) -> Iterator[tuple[list[str], dict[str, Any]]]:
        for grouping in self._json["by"]:
            for group in grouping["groups"]:
                yield grouping["columns"], group

    @staticmethod
    def _value(v: Mapping[str, Any]) -> str:
        if v.get("others"):
            return "others"
        if "from" in v:
            return f"{v['from']}..{v['to']}"
        return "missing" if v["value"] is None else str(v["value"])

    @staticmethod
    def _figures(s: Mapping[str, Any]) -> dict[str, Any]:
        low, high = s["found"]["interval"] or (None, None)
        at = {q["percent"]: _number(q["cost"]) for q in s["quantiles"]}
        return {
            "rows": s["rows"], "already": s["already"], "concerned": s["concerned"]["count"],
            "found": s["found"]["count"], "none": s["none"], "gave_up": s["gave_up"],
            "share": s["found"]["share"], "low": low, "high": high, "cost_50": at.get(50), "cost_90": at.get(90),
        }  # fmt: skip

    def to_frame(self, kind: str | None = None) -> Any:
        """Everybody, then each group: rows, share with recourse and its interval, costs at 50 and 90 %, ratios."""
        rows = [{"by": "", "group": "all", **self._figures(self.overall), "ratio": None, "difference": None}]
        for columns, group in self._groups():
            ratios = group["ratios"]
            rows.append({
                "by": " x ".join(columns), "group": ", ".join(map(self._value, group["values"])),
                **self._figures(group["statistics"]),
                "ratio": (ratios["recourse"] or {}).get("ratio") if ratios else None,
                "difference": (group["difference"] or {}).get("share"),
            })  # fmt: skip
        return _tables.frame_of(rows, kind)

    @property
    def by_group(self) -> Any:
        """The groups alone, as a frame."""
        kind = "pandas" if _tables._has("pandas") else None
        frame = self.to_frame(kind)
        return frame.iloc[1:].reset_index(drop=True) if kind else frame

    def difference(self) -> dict[str, float]:
        """By grouping: the largest share of recourse minus the least, of groups that are not small."""
        return {by: max(s) - min(s) for by, s in self._shares().items()}

    def ratio(self) -> dict[str, float]:
        """By grouping: the least share of recourse as a part of the largest."""
        return {by: min(s) / max(s) for by, s in self._shares().items() if max(s) > 0}

    def _shares(self) -> dict[str, list[float]]:
        shares: dict[str, list[float]] = {}
        for columns, group in self._groups():
            share = group["statistics"]["found"]["share"]
            if not group["small"] and share is not None:
                shares.setdefault(" x ".join(columns), []).append(float(share))
        return shares

    @property
    def finished(self) -> bool:
        return bool(self._json["finished"])


class Evaluation(Answer):
    """The usual measures of counterfactuals, of one tool or several."""

    @property
    def tools(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(self._json["tools"])

    def to_frame(self, kind: str | None = None) -> Any:
        def mean(spread: Mapping[str, Any] | None) -> Any:
            return spread["mean"] if spread else None

        rows = [
            {"name": t["name"], "rows_served": t["rows_served"], "counterfactuals": t["counterfactuals"],
             "valid": t["valid"], "actionable": t["actionable"], "consistent": t["consistent"],
             "reachable": t["reachable"], "sparsity": mean(t["sparsity"]),
             "cost": mean((t.get("cost") or {}).get("all"))}
            for t in self.tools
        ]  # fmt: skip
        return _tables.frame_of(rows, kind)


class Look(Answer):
    """What is in a table: kinds, ranges, missing cells, what is odd."""

    @property
    def columns(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(self._json["columns"])

    def to_frame(self, kind: str | None = None) -> Any:
        names = ["name", "kind", "filled", "missing", "distinct", "low", "median", "high"]
        rows = [{n: (None if c.get(n) is None else str(c[n]) if n in ("low", "median", "high") else c[n])
                 for n in names} for c in self.columns]  # fmt: skip
        return _tables.frame_of(rows, kind, names)


class Learned(Answer):
    """Rules from a table, as a model; with figures of how well they fit."""

    def __init__(self, made: Any, model: Model | None = None) -> None:
        super().__init__(made)
        self._model = model

    @property
    def model(self) -> Model:
        if self._model is None:
            raise _errors.Stopped("a limit came before there were rules")
        return self._model

    @property
    def rules(self) -> Rules:
        return Rules(self._json["rules"])

    @property
    def train(self) -> Mapping[str, Any]:
        """Measures on the rows that were learned from: accuracy, precision, recall, f1, confusion."""
        train: Mapping[str, Any] = self._json["train"]
        return train

    @property
    def test(self) -> Mapping[str, Any] | None:
        """The same on the rows held out."""
        return self._json.get("test")

    @property
    def cv(self) -> Mapping[str, Any] | None:
        """Means and deviations over the folds of a cross-validation."""
        return self._json.get("cv")

    def to_frame(self, kind: str | None = None) -> Any:
        """The measures, one row for each set of rows: train, test, and the means of the folds."""
        names = ["accuracy", "precision", "recall", "f1"]
        rows = [{"rows": "train", **{n: self.train.get(n) for n in names}}]
        if self.test is not None:
            rows.append({"rows": "test", **{n: self.test.get(n) for n in names}})
        if self.cv is not None:
            rows.append({"rows": "cv", **{n: (self.cv.get(n) or {}).get("mean") for n in names}})
        return _tables.frame_of(rows, kind, ["rows", *names])

    def __reduce__(self) -> Any:
        _, (_, made) = super().__reduce__()
        return Learned, (made, self._model)


class Proposals(Answer):
    """Causal rules that a table suggests. No answer depends on them before a person approves them."""

    def __init__(self, made: Any, model: Model | None = None) -> None:
        super().__init__(made)
        self._model = model

    @property
    def model(self) -> Model:
        """The model with the proposals in it."""
        assert self._model is not None
        return self._model

    def _all(self) -> list[Proposal]:
        found = []
        for p in self._json["proposals"]:
            for cause in p["causes"]:
                figures = {k: cause[k] for k in ("precision", "recall", "lift", "rows") if k in cause}
                for rule in cause["rules"]:
                    found.append(Proposal(rule["id"], rule["status"], p["feature"], rule["text"], p["mode"],
                                          evidence={**figures, "covers": rule["covers"], "correct": rule["correct"]}))  # fmt: skip
        return found

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        return tuple(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Proposal]:
        return iter(self._all())

    def __getitem__(self, key: str) -> Proposal:
        for proposal in self._all():
            if proposal.id == key:
                return proposal
        raise KeyError(key)

    def to_frame(self, kind: str | None = None) -> Any:
        rows = [{"id": p.id, "status": p.status, "feature": p.feature, "mode": p.mode, "rule": p.rule, **p.evidence}
                for p in self._all()]  # fmt: skip
        return _tables.frame_of(rows, kind, ["id", "status", "feature", "mode", "rule", "precision", "recall", "lift",
                                             "rows", "covers", "correct"])  # fmt: skip

    table = to_frame

    def _repr_html_(self) -> str:
        frame = self.to_frame("pandas") if _tables._has("pandas") else None
        page: str | None = frame._repr_html_() if frame is not None else super()._repr_html_()
        return page or ""

    def __reduce__(self) -> Any:
        _, (_, made) = super().__reduce__()
        return Proposals, (made, self._model)


class Answers:
    """Answers for all rows of a table, made when they are read: what is held does not grow.

    Anything that reads record batches takes it: `pyarrow.table(answers)`, `polars.DataFrame(answers)`,
    `duckdb.sql("from answers")`. It can be read as often as the table that it is about.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._answering = make()  # what is wrong with the question is said at once

    def __arrow_c_schema__(self) -> object:
        if self._answering is None:
            self._answering = self._make()
        return self._answering.schema()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        answering, self._answering = self._answering or self._make(), None
        return answering.stream()

    def reader(self) -> Any:
        """A pyarrow RecordBatchReader."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self)

    def __iter__(self) -> Iterator[Any]:
        """Record batches of pyarrow, one by one."""
        return iter(self.reader())
