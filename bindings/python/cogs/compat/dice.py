# SPDX-License-Identifier: Apache-2.0
"""The calls of dice-ml, answered by cogs: constraints are kept, and a "none" has its reasons.

>>> import cogs
>>> from cogs.compat.dice import Dice
>>> model = cogs.Model.parse('''
... #feature debt : integer 0..100000.
... #feature income : integer 0..1000000.
... #undesired reject(X).
... reject(X) :- debt(X, D), D > 5000.
... ''')
>>> found = Dice(model).generate_counterfactuals([{"debt": 7000, "income": 100}], total_CFs=1)
>>> found.cf_examples_list[0].final_cfs_list
[{'debt': 5000, 'income': 100, 'reject': 0}]
"""

from __future__ import annotations

import json
from typing import Any, Mapping, Sequence

from .. import _errors, _tables
from .._answers import Recourse
from .._model import Model


class CounterfactualExamples:
    """The ways of one person. `final_cfs_df` is None where there is none; `answer` then says why."""

    def __init__(self, model: Model, answer: Recourse, outcome: str, desired: Any) -> None:
        self.answer = answer
        self.outcome_name = outcome
        undesired = 1 if answer.undesired else 0
        self.test_instance = {**answer.start, outcome: undesired}
        self.final_cfs_list = [{**path.end, outcome: desired} for path in answer.paths]
        self.desired_class = desired

    @property
    def test_instance_df(self) -> Any:
        return _tables.frame_of([self.test_instance])

    @property
    def final_cfs_df(self) -> Any:
        return _tables.frame_of(self.final_cfs_list) if self.final_cfs_list else None

    @property
    def reasons(self) -> tuple[str, ...]:
        """What stands in the way where there is no counterfactual."""
        return tuple(map(str, self.answer.blockers))

    def visualize_as_dataframe(self, show_only_changes: bool = False) -> Any:
        """The person and the ways as a frame; `-` stands for what stays as it is."""
        rows = self.final_cfs_list
        if show_only_changes:
            rows = [{k: "-" if v == self.test_instance[k] else v for k, v in row.items()} for row in rows]
        if not rows:
            return None
        return _tables.frame_of([self.test_instance, *rows])

    def to_json(self) -> str:
        return json.dumps({"test_instance": self.test_instance, "final_cfs": self.final_cfs_list,
                           "desired_class": self.desired_class, "reasons": self.reasons})  # fmt: skip


class CounterfactualExplanations:
    """One entry a person, in the order in which they were given."""

    def __init__(self, examples: list[CounterfactualExamples]) -> None:
        self.cf_examples_list = examples

    def visualize_as_dataframe(self, show_only_changes: bool = False) -> list[Any]:
        return [one.visualize_as_dataframe(show_only_changes) for one in self.cf_examples_list]

    def to_json(self) -> str:
        return json.dumps({"cfs_list": [json.loads(one.to_json()) for one in self.cf_examples_list]})


class Dice:
    """Takes a model in place of dice-ml's data and model interfaces; the method is always the exact one."""

    def __init__(self, model: Model, data: Any = None, method: str = "exact", outcome_name: str | None = None) -> None:
        if not isinstance(model, Model):
            raise TypeError("the first argument is a cogs.Model: of cogs.learn, cogs.load or cogs.from_tree")
        self.model = model
        self.outcome_name = outcome_name or model.undesired.partition("(")[0]

    def generate_counterfactuals(
        self, query_instances: Any, total_CFs: int = 4, desired_class: Any = "opposite",
        features_to_vary: str | Sequence[str] = "all", permitted_range: Mapping[str, Sequence[Any]] | None = None,
        **options: Any,
    ) -> CounterfactualExplanations:  # fmt: skip
        """Up to total_CFs ways for each person, cheapest first.

        features_to_vary: "all" or the features that may be set. permitted_range: {"age": [20, 30]} for numbers; for
        sets the values that may be taken.
        """
        if desired_class not in ("opposite", 0, "0"):
            raise _errors.OptionsError("cogs looks for the way out of the undesired decision: desired_class='opposite'")
        only = None if features_to_vary == "all" else [features_to_vary] if isinstance(features_to_vary, str) else list(features_to_vary)
        ranges, allowed = {}, {}
        for name, values in (permitted_range or {}).items():
            feature = self.model.features[name]
            if feature.values is None:
                ranges[name] = tuple(values)
            else:
                allowed[name] = {str(v) for v in values}
        examples = []
        for person in _people(query_instances):
            answer = self._ask(person, total_CFs, only, ranges, allowed, options)
            examples.append(CounterfactualExamples(self.model, answer, self.outcome_name, 0))
        return CounterfactualExplanations(examples)

    def _ask(self, person: Any, count: int, only: Any, ranges: Any, allowed: dict[str, set[str]], options: Any) -> Recourse:
        model = self.model
        if allowed:  # values that are not permitted leave the domain, but for the person's own
            model = _restricted(model, model.person(person), allowed)
        return model.recourse(person, only=only, ranges=ranges or None, top=count, **options)


def _restricted(model: Model, person: Mapping[str, Any], allowed: dict[str, set[str]]) -> Model:
    """The model with a denial for each value that is not permitted."""
    lines = [model.text.rstrip("\n")]
    for name, values in allowed.items():
        feature = model.features[name]
        for value in feature.values or ():
            text = str(value)
            if text in values or text == str(person.get(feature.name)):
                continue
            quoted = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
            atom = "'" + feature.name.replace("'", "\\'") + "'"
            lines.append(f":- {atom}(X, {quoted if isinstance(value, str) else text}).")
    return Model.parse("\n".join(lines) + "\n", model.name)


def _people(given: Any) -> list[Any]:
    if isinstance(given, Mapping) and not any(isinstance(v, (list, tuple)) for v in given.values()):
        return [given]
    kind = _tables.kind_of(given)
    if kind == "rows":
        if isinstance(given, Mapping):
            names = list(given)
            return [dict(zip(names, row)) for row in zip(*given.values())]
        return list(given)
    frame: Any = given
    if kind == "pandas":
        return [frame.iloc[i] for i in range(len(frame))]
    if kind == "polars":
        return _lenient(frame.to_dicts())
    import pyarrow

    return _lenient(pyarrow.table(given).to_pylist())


def _lenient(rows: list[dict[str, Any]]) -> list[Any]:
    return [_Row(row) for row in rows]


class _Row:
    """A row of a frame: columns that are no features are passed over."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def asDict(self) -> dict[str, Any]:
        return self.values
