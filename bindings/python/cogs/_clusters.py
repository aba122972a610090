# SPDX-License-Identifier: Apache-2.0
"""Learning from a table that does not fit: rules from its distinct rows with counts where these are few, else from a
sample of each class; figures from all rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping

from ._answers import Learned, Rules
from ._model import Model, learn

HASHES = 1 << 32  # a row is taken if its hash, below this, is below its share of it
COUNTED = "cogs_rows"  # how many rows a distinct one stands for
RARE = 10  # each class has at least this part of what it would have if all had as many


@dataclass(frozen=True)
class LearnedFromSample:
    """Rules that were learned from a part of a table, and what they come to on all of it."""

    learned: Learned  # from the sample, with its own figures
    model: Model  # says in its first lines what it was learned from
    rows: int
    sampled: int  # rows that were learned from; all of them where distinct rows were counted
    distinct: int | None  # rows that were sent, where distinct ones were counted
    all_rows: Mapping[str, Any]  # accuracy, precision, recall, f1, majority, rows, undecided, confusion

    @property
    def rules(self) -> Rules:
        return self.learned.rules

    def __repr__(self) -> str:
        return f"{self.rules!r}\n{self.sampled} of {self.rows} rows; accuracy on all rows {self.all_rows['accuracy']:.6g}"


def measures(confusion: Mapping[str, Mapping[str, int]], undesired: str, undecided: int) -> dict[str, Any]:
    """The figures of a contract's `train` from counts of rows by label and decision."""
    rows = sum(n for by in confusion.values() for n in by.values())
    right = sum(by.get(label, 0) for label, by in confusion.items())
    hit = confusion.get(undesired, {}).get(undesired, 0)
    said = sum(by.get(undesired, 0) for by in confusion.values())
    true = sum(confusion.get(undesired, {}).values())
    precision, recall = (hit / n if n else 0.0 for n in (said, true))
    f1 = 2 * hit / (said + true) if said + true else 0.0
    most = max((sum(by.values()) for by in confusion.values()), default=0)
    return {"accuracy": right / rows if rows else 0.0, "precision": precision, "recall": recall, "f1": f1,
            "majority": most / rows if rows else 0.0, "rows": rows, "undecided": undecided,
            "confusion": {label: dict(by) for label, by in confusion.items()}}  # fmt: skip


def shares(counts: Mapping[Any, int], sample: int) -> dict[Any, float]:
    """Of each class the share of its rows to take: the same of all, and more of a class that would have too few."""
    rows = sum(counts.values())
    least = sample / (RARE * max(1, len(counts)))
    return {one: min(1.0, max(sample * n / rows, least) / n) for one, n in counts.items() if n > 0}


def borders(counts: Mapping[Any, int], sample: int) -> dict[Any, int]:
    """The same as the number that a hash must be below."""
    return {one: int(share * HASHES) for one, share in shares(counts, sample).items()}


def label_text(value: Any) -> str:
    """A class as cogs writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def by_label(values: Any) -> dict[Any, int]:
    """How often each class stands in a column of pyarrow; gaps are left out."""
    found = values.value_counts().to_pylist()
    return {one["values"]: one["counts"] for one in found if one["values"] is not None}


def weights_of(counts: Mapping[Any, int], taken: Mapping[Any, int]) -> dict[str, float] | None:
    """What a row of each class counts for, so that classes weigh as in the whole table; None where all count the same."""
    for_each = {label_text(one): counts[one] / n for one, n in taken.items() if n > 0}
    least, most = min(for_each.values(), default=1.0), max(for_each.values(), default=1.0)
    # A hash does not take the very share of each class; what differs by that alone is no weight.
    return {one: n / least for one, n in for_each.items()} if most > 1.2 * least else None


def in_order(table: Any) -> Any:
    """Rows that came in any order, by their values: so that what is learned does not depend on it."""
    try:
        return table.sort_by([(name, "ascending") for name in table.column_names])
    except Exception:  # a type without an order
        return table


def learn_from_sample(sample: Any, counts: Mapping[Any, int], rows: int, confusion_of: Callable[[Model], Any], *, label: str,
                      undesired: Any, counted: bool = False, **options: Any) -> LearnedFromSample:  # fmt: skip
    """`counts` are the rows of each class; `confusion_of` gives a table of label, cogs_decision, rows: sums of any parts of
    all rows. `counted`: the rows are distinct ones, and say how many they stand for.
    """
    taken, said = rows, ""
    if counted:
        options["counted"] = COUNTED
        said = f"% Learned from all {rows} rows, {sample.num_rows} distinct ones with counts.\n"
    elif sample.num_rows < sum(counts.values()):
        taken = int(sample.num_rows)
        weights = weights_of(counts, by_label(sample.column(label)))
        said = f"% Learned from {taken} of {rows} rows, chosen by a hash.\n"
        if weights:
            given = {label_text(one): float(weight) for one, weight in (options.pop("class_weight", None) or {}).items()}
            options["class_weight"] = {one: weight * given.get(one, 1.0) for one, weight in weights.items()}
            said += "% Rare classes have more of their rows in it, which count for less.\n"
    learned = learn(sample, label=label, undesired=undesired, **options)
    model = learned.model
    if said:
        model = Model.parse(said + model.text, model.name)
    confusion: dict[str, dict[str, int]] = {}
    undecided = 0
    for row in confusion_of(model).to_pylist():
        if row["label"] is None or row["cogs_decision"] is None:
            undecided += row["rows"]
            continue
        by = confusion.setdefault(row["label"], {})
        by[row["cogs_decision"]] = by.get(row["cogs_decision"], 0) + row["rows"]
    figures = measures(confusion, label_text(undesired), undecided)
    return LearnedFromSample(learned, model, rows, taken, int(sample.num_rows) if counted else None, figures)
