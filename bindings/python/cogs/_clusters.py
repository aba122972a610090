# SPDX-License-Identifier: Apache-2.0
"""Learning from a table that does not fit: rules from a sample, figures from all rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping

from ._answers import Learned, Rules
from ._model import Model, learn

HASHES = 1 << 32  # a row is taken if its hash, below this, is below its share of it


@dataclass(frozen=True)
class LearnedFromSample:
    """Rules that were learned from a part of a table, and what they come to on all of it."""

    learned: Learned  # from the sample, with its own figures
    model: Model  # says in its first lines what it was learned from
    rows: int
    sampled: int
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


def learn_from_sample(sample: Any, rows: int, confusion_of: Callable[[Model], Any], *, label: str, undesired: Any,
                      **options: Any) -> LearnedFromSample:  # fmt: skip
    """`confusion_of` gives a table of label, cogs_decision, rows: sums of any parts of all rows."""
    learned = learn(sample, label=label, undesired=undesired, **options)
    taken = int(sample.num_rows)
    model = learned.model
    if taken < rows:
        said = f"% Learned from {taken} of {rows} rows, chosen by a hash.\n"
        model = Model.parse(said + model.text, model.name)
    counts: dict[str, dict[str, int]] = {}
    undecided = 0
    for row in confusion_of(model).to_pylist():
        if row["label"] is None or row["cogs_decision"] is None:
            undecided += row["rows"]
            continue
        by = counts.setdefault(row["label"], {})
        by[row["cogs_decision"]] = by.get(row["cogs_decision"], 0) + row["rows"]
    return LearnedFromSample(learned, model, rows, taken, measures(counts, str(undesired), undecided))
