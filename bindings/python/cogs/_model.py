# SPDX-License-Identifier: Apache-2.0
"""Models: a decision that rules make about people, and what can be asked about it."""

from __future__ import annotations

import functools
import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterator, Literal, Mapping, Sequence

from . import _core, _errors, _people, _tables
from ._answers import (
    Answers, Audit, Check, Comparison, Counts, Evaluation, Learned, Look, Number, Path, Proposal, Proposals, Record,
    Recourse, Regions, Rules, Value, Why, _kept, _loads, _number,
)  # fmt: skip
from ._options import names, to_json

if TYPE_CHECKING:
    from ._explore import Page

Progress = Any  # None, True for a bar, or a function of (share, rows)


@dataclass(frozen=True)
class Feature:
    """What a model says about a feature."""

    name: str
    type: Literal["integer", "real", "set", "ordered set"]
    range: tuple[Number | None, Number | None] | None = None  # of numbers
    values: tuple[Value, ...] | None = None  # of a set
    fixed: bool = False
    caused: bool = False
    observed: bool = False
    may_be_set: bool = False
    may: Literal["any", "increase", "decrease"] = "any"
    cost: Number | str = 1
    unit: str | None = None
    label: str | None = None
    line: int = 0
    _model: Any = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        values = list(map(str, self.values or ()))
        listed = ", ".join(values[:8]) + (f", ... ({len(values)} values)" if len(values) > 8 else "")
        ends = ["" if end is None else str(end) for end in self.range or ()]
        parts = [f"{self.type} {'..'.join(ends)}" if self.range else f"{self.type} {{{listed}}}"]
        parts += [word for word in ("fixed", "caused", "observed") if getattr(self, word)]
        if self.may != "any":
            parts.append(f"may {self.may}")
        if self.may_be_set:
            parts.append("may be set")
        if self.cost != 1:
            parts.append(f"cost {self.cost}")
        return f"{self.name}: " + ", ".join(parts)

    def change(self, **said: Any) -> Model:
        """The model with this feature changed: fixed=True or False, may="increase", "decrease" or "any",
        caused=True, may_be_set=True, cost=2 or "2 per 1000", ordered=["low", "high"].
        """
        edits: dict[str, Any] = {}
        for name, value in said.items():
            if name == "fixed":
                edits.setdefault("fixed" if value else "free", []).append(self.name)
            elif name == "may":
                if value not in ("increase", "decrease", "any"):
                    raise _errors.OptionsError(f"may is 'increase', 'decrease' or 'any', not {value!r}")
                edits.setdefault("free" if value == "any" else f"may_{value}", []).append(self.name)
            elif name in ("caused", "may_be_set"):
                if value is not True:
                    raise _errors.OptionsError(f"{name} can be set; take it back with fixed=False or in the text")
                edits[name] = [self.name]
            elif name in ("cost", "ordered"):
                edits[name] = {self.name: value}
            else:
                raise _errors.OptionsError(f"there is nothing to say about '{name}' of a feature")
        changed: Model = self._model.with_features(**edits)
        return changed


class Features(Mapping[str, Feature]):
    """The features of a model by name, in any capitals."""

    def __init__(self, features: dict[str, Feature]) -> None:
        self._features = features

    def __getitem__(self, name: str) -> Feature:
        if name in self._features:
            return self._features[name]
        for known, feature in self._features.items():
            if known.lower() == name.lower():
                return feature
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._features)

    def __len__(self) -> int:
        return len(self._features)

    def __repr__(self) -> str:
        return "\n".join(str(f) for f in self._features.values())

    def to_frame(self, kind: str | None = None) -> Any:
        """One row a feature."""
        rows = [
            {"name": f.name, "type": f.type, "fixed": f.fixed, "may": f.may, "caused": f.caused, "cost": str(f.cost),
             "range": f"{f.range[0]}..{f.range[1]}" if f.range else None,
             "values": ", ".join(map(str, f.values)) if f.values else None}
            for f in self._features.values()
        ]  # fmt: skip
        return _tables.frame_of(rows, kind)


@dataclass(frozen=True)
class Rule:
    """A rule as it stands in the model's text."""

    line: int
    text: str

    def __str__(self) -> str:
        return self.text


@functools.lru_cache(maxsize=64)
def _parsed(text: str, name: str) -> Model:
    return Model(_core.Decision.parse(text, name))


class Model:
    """A decision that rules make, read, checked and compiled once. It never changes: edits give another one.

    >>> import cogs
    >>> loan = cogs.Model.parse('''
    ... #feature debt : integer 0..100000.
    ... #feature income : integer 0..1000000.
    ... #undesired reject(X).
    ... reject(X) :- debt(X, D), D > 5000.
    ... reject(X) :- income(X, I), I < 20000.
    ... ''')
    >>> loan.recourse({"debt": 7000, "income": 15000}).path.cost
    2
    """

    def __init__(self, decision: Any) -> None:
        self._decision = decision

    @staticmethod
    def parse(text: str, name: str = "model") -> Model:
        """A model from its text; `name` stands for the file in messages."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a model is a str, not {type(text).__name__}")
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise _errors.InputError(f"{name}: the text has half a character at {error.start}") from None
        return _parsed(text, name)

    @property
    def text(self) -> str:
        text: str = self._decision.text
        return text

    @property
    def name(self) -> str:
        name: str = self._decision.name
        return name

    @property
    def sha256(self) -> str:
        """Of the text."""
        digest: str = self._decision.sha256
        return digest

    @functools.cached_property
    def _said(self) -> dict[str, Any]:
        said: dict[str, Any] = _loads(self._decision.describe())
        return said

    @functools.cached_property
    def features(self) -> Features:
        """What the model says about each feature."""
        found = {}
        for f in self._said["features"]:
            found[f["name"]] = Feature(
                f["name"], f["type"], tuple(f["range"]) if "range" in f else None,
                tuple(f["values"]) if "values" in f else None, f["fixed"], f["caused"], f["observed"],
                f["may_be_set"], f["may"], _number(f["cost"]) if not isinstance(f["cost"], str) else f["cost"],
                f.get("unit"), f.get("label"), f["line"], self,
            )  # fmt: skip
        return Features(found)

    @property
    def rules(self) -> Rules:
        """The rules of the decision."""
        return Rules(r["text"] for r in self._said["rules"])

    @property
    def causal_rules(self) -> tuple[Rule, ...]:
        """Those in force."""
        return tuple(Rule(r["line"], r["text"]) for r in self._said["causal_rules"])

    @property
    def causes(self) -> tuple[Proposal, ...]:
        """Causal rules that were proposed, approved or rejected, with who said so."""
        rules = json.loads(self._decision.review_list().json(False))["rules"]
        return tuple(
            Proposal(r["id"], r["status"], r["feature"], r["rule"], r["mode"], r.get("words"), r["evidence"],
                     r["by"], r["on"], r["reason"])
            for r in rules
        )  # fmt: skip

    @property
    def undesired(self) -> str:
        """The atom of the undesired decision, such as reject_loan(x)."""
        atom: str = self._decision.undesired
        return atom

    @property
    def warnings(self) -> tuple[_errors.Diagnostic, ...]:
        return tuple(_errors.Diagnostic(**d) for d in self._decision.warnings())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the text to a file."""
        with open(path, "w", encoding="utf-8", newline="") as out:
            out.write(self.text)

    def to_dict(self) -> dict[str, Any]:
        """What `cogs export --to json` prints."""
        data: dict[str, Any] = json.loads(self._decision.describe())
        return data

    def export(self, to: str, person: Any = None, **options: Any) -> str:
        """The model as a program for clingo or scasp, or as json."""
        who = "" if person is None else self._person(person)
        program: str = _core.export_to(self._decision, who, to_json({"to": to, **options}))
        return program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __reduce__(self) -> Any:
        return _parsed, (self.text, self.name)

    def __repr__(self) -> str:
        return f"<Model {self.name}: {len(self.features)} features, {len(self.rules)} rules>"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        import html

        def cells(kind: str, *values: Any) -> str:
            return "<tr>" + "".join(f"<{kind}>{html.escape(str(v))}</{kind}>" for v in values) + "</tr>"

        rules = html.escape("\n".join(map(str, [*self.rules, *self.causal_rules])))
        rows = "".join(cells("td", name, str(f).partition(": ")[2]) for name, f in self.features.items())
        return (f"<p><b>{html.escape(self.name)}</b>, undesired: <code>{html.escape(self.undesired)}</code></p>"
                f"<pre>{rules}</pre><table>{cells('th', 'feature', 'what is known of it')}{rows}</table>")  # fmt: skip

    # ---- One person

    @functools.cached_property
    def _truths(self) -> dict[str, tuple[str, str]]:
        words = [("true", "false"), ("True", "False"), ("TRUE", "FALSE"), ("yes", "no"), ("Yes", "No"),
                 ("YES", "NO"), ("y", "n"), ("Y", "N"), ("t", "f"), ("T", "F"), ("1", "0")]  # fmt: skip
        found = {}
        for name, feature in self.features.items():
            if feature.values is None:
                found[name] = ("1", "0")
                continue
            texts = {str(v) for v in feature.values}
            for pair in words:
                if texts & set(pair):
                    found[name] = pair
                    break
        return found

    def _person(self, person: Any) -> str:
        return _people.to_json(person, self.features, self._truths, self.undesired)

    def person(self, row: Any) -> dict[str, Value]:
        """Somebody as the model sees it: all features, None where a value is missing."""
        seen: dict[str, Value] = _loads(self._decision.read_person(self._person(row), "person"))
        return seen

    def _ask(self, kind: Any, function: Any, *arguments: Any) -> Any:
        answer = kind(function(self._decision, *arguments))
        _tables.warn(answer._made.warnings(), 4)
        return answer

    def recourse(
        self, person: Any, *, fix: Sequence[str] = (), allow: Sequence[str] = (), only: Sequence[str] | None = None,
        ranges: Mapping[str, tuple[Any, Any]] | None = None, costs: Mapping[str, Any] | None = None,
        desired: str | None = None, certain: bool = False, top: int | None = None, all: bool = False,
        first: bool = False, max_length: int | None = None, set_missing: bool = False,
        time_limit: float | None = None, effort_limit: int | None = None, memory_limit: int | str | None = None,
        **options: Any,
    ) -> Recourse:  # fmt: skip
        """How the person gets another decision at the least cost, proved and checked; or why not.

        fix, allow, only: names of features. ranges: {"debt": (0, 1000)}, None for an open end. costs: {"debt": 2} or
        prices such as "1 + 2 per 1000". top: so many ways; all: all of the least cost.
        """
        given = dict(fix=names(fix) or None, allow=names(allow) or None, only=None if only is None else names(only),
                     range=ranges, cost=costs, desired=desired, certain=certain or None, top=top, all=all or None,
                     first=first or None, max_length=max_length, set_missing=set_missing or None,
                     time_limit=time_limit, effort=effort_limit, memory_limit=memory_limit, **options)  # fmt: skip
        answer: Recourse = self._ask(Recourse, _core.recourse, self._person(person), to_json(given))
        return answer

    def why(
        self, person: Any, *, reasons: int = 4, rather_than: str | None = None, codes: Any = None,
        against: str | None = None, sufficient: bool = False,
        time_limit: float | None = None, effort_limit: int | None = None,
    ) -> Why:  # fmt: skip
        """Why the decision about the person is as it is.

        codes: a file of reason codes, or its text. Of scores: against what points count as lost ("best" or "neutral"),
        and whether to look for features that are sufficient by themselves.
        """
        if codes is not None and (isinstance(codes, os.PathLike) or "\n" not in codes):
            with open(codes, encoding="utf-8") as file:
                codes = file.read()
        given = dict(reasons=reasons, rather_than=rather_than, codes=codes, against=against, sufficient=sufficient or None,
                     time_limit=time_limit, effort=effort_limit)
        answer: Why = self._ask(Why, _core.why, self._person(person), to_json(given))
        return answer

    def compare(self, a: Any, b: Any, *, time_limit: float | None = None) -> Comparison:
        """The smallest difference between two people that explains two decisions."""
        answer: Comparison = self._ask(
            Comparison, _core.compare, self._person(a), self._person(b), to_json({"time_limit": time_limit})
        )
        return answer

    def counterfactuals(self, person: Any = None, **options: Any) -> Regions:
        """All states with the other decision; with a person, those within reach."""
        who = "" if person is None else self._person(person)
        answer: Regions = self._ask(Regions, _core.counterfactuals, who, to_json(options))
        return answer

    def check(self, answer: Recourse | Why | Record | Mapping[str, Any] | str, **limits: Any) -> Check:
        """Is this answer right? Also for records and for JSON that was filed."""
        if isinstance(answer, (Recourse, Record)):
            text = answer.to_json()
        elif isinstance(answer, Why):
            text = answer.record().to_json()
        else:
            text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        verdict: Check = self._ask(Check, _core.check, text, to_json(limits))
        return verdict

    def explore(self, person: Any, file: str | os.PathLike[str] | None = None, *, top: int = 5,
                time_limit: float | None = 20) -> Page:  # fmt: skip
        """One page about the person: the decision, why, up to `top` ways, and a form to try other values.

        It is one file that needs neither a kernel nor the network. In a notebook it shows itself; `file`: it is
        written there too; `.open()` shows it in the browser.
        """
        from ._explore import explore

        page = explore(self, person, top, time_limit)
        if file is not None:
            page.write_html(file)
        return page

    # ---- Many people

    def predict(self, data: Any, *, strict: bool = True, label: str | None = None, threads: int = 0,
                progress: Progress = None, **options: Any) -> Any:  # fmt: skip
        """The decision for each row: a pandas Series with the frame's index, a polars Series, else a list.

        A row with a value that the model cannot take is an error; with strict=False it has no decision.
        """
        given = to_json({"label": label, "threads": threads or None, **options})
        table = _tables.table_of(data, _table_options(options))
        hook, end = _tables.progress_hook(progress)
        try:
            answer, classes, places, cells, bad = _core.predict(self._decision, table, given, hook)
        finally:
            end()
        if bad and strict:
            raise _errors.bad_rows(_tables.name_of(data), bad, cells)
        _tables.warn(answer.warnings())
        indices = memoryview(places).cast("i")
        kind = _tables.kind_of(data)
        if kind == "pandas":
            import numpy
            import pandas

            words = numpy.array([*classes, None], dtype=object)
            return pandas.Series(words[numpy.frombuffer(places, dtype="int32")], index=data.index, name="decision")
        found = [classes[i] if i >= 0 else None for i in indices]
        if kind == "polars":
            import polars

            return polars.Series("decision", found, dtype=polars.String)
        if kind in ("pyarrow", "duckdb"):
            import pyarrow

            return pyarrow.array(found, pyarrow.string())
        return found

    def _answering(self, data: Any, form: str, repeat: bool, progress: Any, given: Mapping[str, Any]) -> Any:
        options = to_json({"form": form, "repeat_input": repeat or None, **given})
        asked = {name.lower() for name in self.features}
        for kind in ("fix", "allow", "only", "range", "cost"):
            asked.update(name.lower() for name in names(given.get(kind + "_column") or []))
        left_out = set(names(given.get("ignore") or []))
        needed = None if repeat else lambda column: column not in left_out and column.lower() in asked
        rows = _tables.stream_of(data, needed=needed)
        return _core.Answering(self._decision, rows, "table", options, progress)

    def batch(
        self, data: Any, *, form: Literal["typed", "text", "json"] = "typed",
        columns: Literal["append", "only"] = "append", reasons: int = 0, fix_column: Any = None,
        allow_column: Any = None, only_column: Any = None, range_column: Any = None, cost_column: Any = None,
        person_time_limit: float | None = None, threads: int = 0, strict: bool = False, progress: Progress = None,
        **options: Any,
    ) -> Any:  # fmt: skip
        """Recourse for every row: a frame of the same kind, its index kept, with cogs_status, cogs_cost,
        cogs_certain, cogs_changes and cogs_path beside its own columns (columns="only": alone).

        Rows with values that the model cannot take have the status "error" and say in cogs_path what is
        wrong; with strict=True they raise. form="text" has the very texts of `cogs batch`; form="json" the whole
        answer in cogs_answer. Options are those of recourse.
        """
        if columns not in ("append", "only"):
            raise _errors.OptionsError(f"columns is 'append' or 'only', not {columns!r}")
        given = dict(reasons=reasons or None, fix_column=fix_column, allow_column=allow_column,
                     only_column=only_column, range_column=range_column, cost_column=cost_column,
                     person_time_limit=person_time_limit, threads=threads or None, **options)  # fmt: skip
        if _tables.is_path(data):
            return self._batch_path(os.fspath(data), form, columns, strict, progress, given)
        hook, end = _tables.progress_hook(progress, _tables.rows_in(data))
        try:
            answering = self._answering(data, form, False, hook, given)
            answering.collect()
        finally:
            end()
        bad = answering.counts()["error"]
        if bad and strict:
            raise _errors.bad_rows("table", bad, answering.bad_cells())
        _tables.warn(answering.warnings())
        return _tables.attach(data, answering, columns == "append")

    def _batch_path(self, file: str, form: str, columns: str, strict: bool, progress: Progress,
                    given: dict[str, Any]) -> Any:  # fmt: skip
        """A file becomes a frame of the first library that can read it."""
        from . import _files

        same = {"form": form, "columns": columns, "strict": strict, "progress": progress, **given}
        if _files.is_binary(file):
            return self.batch(_files.read(file), **same)
        import tempfile

        with tempfile.TemporaryDirectory(prefix="cogs-") as folder:
            answered = _files.Answered(self, file, folder, {"progress": progress, **_without_none(given)})
            if answered.counts.error and strict:
                raise _errors.bad_rows(file, answered.counts.error, answered.bad_cells())
            if form != "json":
                return answered.frame(form == "typed", columns == "append")
            frame = answered.frame(False, True)
        if isinstance(frame, list):
            return self.batch([{k: v for k, v in r.items() if k not in answered.answers} for r in frame], **same)
        return self.batch(frame.drop(columns=answered.answers), **same)

    def answers(self, data: Any, *, form: Literal["typed", "text", "json"] = "typed",
                columns: Literal["append", "only"] = "append", threads: int = 0, **options: Any) -> Answers:  # fmt: skip
        """The same as batch, made when it is read: for tables that do not fit into memory."""
        if _tables.is_path(data):
            from . import _files

            data = _files.stream(os.fspath(data))
        given = dict(threads=threads or None, **options)
        return Answers(lambda: self._answering(data, form, columns == "append", None, given))

    def batch_file(self, source: str | os.PathLike[str], target: str | os.PathLike[str], *, resume: bool = False,
                   shard: str | None = None, errors: str | os.PathLike[str] | None = None, threads: int = 0,
                   progress: Progress = None, **options: Any) -> Counts:  # fmt: skip
        """From file to file, of any size: CSV and JSON Lines as `cogs batch`, byte for byte and resumable;
        Parquet and Arrow files by DuckDB, pyarrow or polars.
        """
        source, target = os.fspath(source), os.fspath(target)
        from . import _files

        if _files.is_binary(source) or _files.is_binary(target):
            if resume or shard or errors:
                raise _errors.OptionsError("resume, shard and errors are for CSV and JSON Lines")
            return _files.run(self, source, target, threads=threads, **options)
        if errors is not None:
            options["errors"] = os.fspath(errors)
        given = to_json({"resume": resume or None, "shard": shard, "threads": threads or None,
                         "input_format": "jsonl" if _files.is_json_lines(source) else None,
                         "jsonl": _files.is_json_lines(target) or None, **options})  # fmt: skip
        table = _core.Table.file(source, _table_options(options))
        hook, end = _tables.progress_hook(progress)
        try:
            answer, _ = _core.batch_file(self._decision, table, target, given, hook)
        finally:
            end()
        _tables.warn(answer.warnings())
        return Counts(answer)

    def audit(self, data: Any, *, by: Sequence[str] = (), cross: bool = False,
              policy: str | os.PathLike[str] | None = None, ways: int | None = None, strict: bool = True,
              threads: int = 0, progress: Progress = None, **options: Any) -> Audit:  # fmt: skip
        """Who has recourse and at what cost, what would help most people, what stands in the way; by groups.

        policy: a file with lines `protected NAME` and `proxy NAME`, or its text.
        """
        name = None
        if policy is not None and (isinstance(policy, os.PathLike) or "\n" not in policy and os.path.exists(policy)):
            name = os.fspath(policy)
            with open(policy, encoding="utf-8") as file:
                policy = file.read()
        given = to_json({"by": names(by) or None, "cross": cross or None,
                         "policy": policy, "policy_name": name, "ways": ways, "threads": threads or None,
                         "leave_bad_rows_out": (not strict) or None, **options})  # fmt: skip
        table = _tables.table_of(data, _table_options(options))
        hook, end = _tables.progress_hook(progress)
        try:
            answer, made, cells, bad = _core.audit(self._decision, table, given, hook)
        finally:
            end()
        if not made:
            raise _errors.bad_rows(_tables.name_of(data), bad, cells)
        _tables.warn(answer.warnings())
        return Audit(answer)

    def evaluate(self, rows: Any, counterfactuals: Mapping[str, Any], *, data: Any = None, progress: Progress = None,
                 **options: Any) -> Evaluation:  # fmt: skip
        """The usual measures of counterfactuals of any tool: {"dice": frame or file, ...}."""
        import tempfile

        with tempfile.TemporaryDirectory(prefix="cogs-") as folder:
            called: dict[str, str] = {}  # what the files that are written here stand for

            def file_of(table: Any, stem: str, name: str) -> str:
                file = _tables.csv_file(table, folder, stem, name)
                if not _tables.is_path(table):
                    called[file] = name
                return file

            sources = [(name, file_of(t, f"tool{i}", name)) for i, (name, t) in enumerate(counterfactuals.items())]
            if data is not None:
                options["data"] = file_of(data, "data", "data")
            table = _core.Table.file(file_of(rows, "rows", "table"), _table_options(options))
            hook, end = _tables.progress_hook(progress)
            try:
                answer = _core.evaluate(self._decision, table, sources, to_json(options), hook)
            except _errors.InputError as error:
                raise error.with_names(called) from None
            finally:
                end()
        kept = _kept(answer).with_names(called)
        _tables.warn(kept.warnings())
        return Evaluation(kept)

    # ---- What people say: each call gives another model

    def with_features(self, **edits: Any) -> Model:
        """The model with what is said about features: lists of names for fixed, free, may_increase,
        may_decrease, caused, may_be_set; cost={"debt": "2 per 1000"}; ordered={"school": ["none", "high"]};
        sheet: the text of a table as feature_sheet gives it.
        """
        _, decision, _ = _core.change_features(self._decision, to_json(edits))
        return Model(decision)

    def feature_sheet(self) -> str:
        """All features as a CSV table for a spreadsheet; with_features(sheet=...) is the way back."""
        text: str = self._decision.feature_sheet()
        return text

    def scale_costs(self, data: Any, *, progress: Progress = None, **options: Any) -> Model:
        """The model with prices by how many people a change passes (docs/costs.md)."""
        table = _tables.table_of(data, _table_options(options))
        hook, end = _tables.progress_hook(progress)
        try:
            _, decision = _core.scale_costs(self._decision, table, to_json(options), hook)
        finally:
            end()
        return Model(decision)

    def propose_causes(self, data: Any, *, progress: Progress = None, **options: Any) -> Proposals:
        """Causal rules that the data suggest, as proposals in a new model (docs/causes.md)."""
        table = _tables.table_of(data, _table_options(options))
        hook, end = _tables.progress_hook(progress)
        try:
            answer, decision = _core.propose_causes(self._decision, table, to_json(options), hook)
        finally:
            end()
        _tables.warn(answer.warnings())
        return Proposals(answer, Model(decision) if decision is not None else self)

    def review(self, *, approve: Sequence[str] = (), reject: Sequence[str] = (),
               modes: Mapping[str, str] | None = None, rules: Mapping[str, str] | None = None, by: str = "",
               reason: str | None = None, on: str | None = None) -> Model:  # fmt: skip
        """The model with verdicts on proposed causes: ids to approve and to reject, modes
        ({"c1": "only_if"}), other texts of rules; by whom, when and why is kept in the model.
        """
        if not by:
            raise _errors.OptionsError("a verdict has somebody who gives it: by='risk office'")
        proposed = [c.id for c in self.causes if c.status == "proposed"]
        given = to_json({"approve": proposed if approve == "all" else names(approve) or None,
                         "reject": proposed if reject == "all" else names(reject) or None,
                         "mode": modes, "edit": rules, "by": by, "reason": reason, "on": on})  # fmt: skip
        return Model(_core.review(self._decision, given))


def _without_none(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


_TABLE_OPTIONS = ("delimiter", "header", "numeric", "categorical", "ignore", "missing", "skip_bad_rows",
                  "missing_values", "date_format", "decimal", "encoding")  # fmt: skip


def _table_options(options: Mapping[str, Any]) -> str:
    return to_json({name: options[name] for name in _TABLE_OPTIONS if name in options})


def load(path: str | os.PathLike[str]) -> Model:
    """The model in a file."""
    return Model(_core.Decision.load(os.fspath(path)))


def look(data: Any, *, progress: Progress = None, **options: Any) -> Look:
    """What is in a table: kinds, ranges, missing cells, what is odd."""
    hook, end = _tables.progress_hook(progress)
    try:
        return Look(_core.look(_tables.table_of(data, _table_options(options)), hook))
    finally:
        end()


def learn(
    data: Any, *, label: str, undesired: Any, desired: Any = None, earlier: Model | None = None, ratio: float = 0.5,
    tail: float = 0.005, prune: bool = True, class_weight: Mapping[Any, float] | None = None,
    holdout: float | None = None, cv: int | None = None, seed: int = 0, threads: int = 0,
    time_limit: float | None = None, progress: Progress = None, features: Mapping[str, Any] | None = None,
    name: str | None = None, **options: Any,
) -> Learned:  # fmt: skip
    """A model with the rules of a decision, learned from a table.

    label: the column of decisions; undesired: the one that people want to get away from. features: what people
    say about features, as Model.with_features takes it. earlier: a model whose causes and prices are kept.

    >>> import cogs
    >>> table = {"debt": [0, 9000, 100, 8000] * 25, "decision": ["yes", "no", "yes", "no"] * 25}
    >>> learned = cogs.learn(table, label="decision", undesired="no")
    >>> learned.model.predict([{"debt": 0}, {"debt": 9000}])
    ['yes', 'no']
    """
    from ._options import plain

    def text(value: Any) -> Any:
        value = plain(value)
        return None if value is None else ("true" if value is True else "false" if value is False else str(value))

    weights = {text(k): v for k, v in class_weight.items()} if class_weight else None
    given = to_json(dict(label=label, undesired=text(undesired), desired=text(desired), ratio=ratio, tail=tail,
                         prune=prune, weights=weights, holdout=holdout, cv=cv, seed=seed, threads=threads or None,
                         time_limit=time_limit, features=features, **options))  # fmt: skip
    table = _tables.table_of(data, _table_options(options), name)
    hook, end = _tables.progress_hook(progress)
    try:
        answer, decision = _core.learn(table, given, earlier._decision if earlier else None, hook)
    finally:
        end()
    _tables.warn(answer.warnings())
    return Learned(answer, Model(decision) if decision is not None else None)
