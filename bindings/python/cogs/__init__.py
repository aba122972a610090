# SPDX-License-Identifier: Apache-2.0
"""Least-cost, causally consistent recourse for decisions that rules make.

    >>> import cogs
    >>> table = {"debt": [0, 9000, 100, 8000] * 25, "decision": ["yes", "no", "yes", "no"] * 25}
    >>> model = cogs.learn(table, label="decision", undesired="no").model
    >>> way = model.recourse({"debt": 9000})
    >>> way.status, way.path.cost, way.path.optimal
    ('found', 1, True)

Nothing but the standard library is imported until it is needed.
"""

from __future__ import annotations

from typing import Any

from ._answers import (
    Answer, Answers, Audit, Blocker, Change, Check, Comparison, Counts, Difference, Evaluation, Learned, Look, Path,
    Proposal, Proposals, Reason, Record, Recourse, Regions, Rules, Step, Why, exact,
)  # fmt: skip
from ._core import __version__
from ._errors import BadCell, CogsWarning, Diagnostic, Error, InputError, OptionsError, Stopped
from ._model import Feature, Features, Model, Rule, learn, load, look

__all__ = [
    "Answer", "Answers", "Audit", "BadCell", "Blocker", "Change", "Check", "CogsClassifier", "CogsWarning",
    "Comparison", "Counts", "Diagnostic", "Difference", "Error", "Evaluation", "Feature", "Features",
    "FoldSEClassifier", "InputError", "Learned", "Look", "Model", "OptionsError", "Path", "Proposal", "Proposals",
    "Reason", "Record", "Recourse", "Regions", "Rule", "Rules", "Step", "Stopped", "Why", "__version__", "exact",
    "from_tree", "import_model", "learn", "load", "look", "mapper",
]  # fmt: skip

_LATER = {"import_model": "_import", "FoldSEClassifier": "sklearn", "CogsClassifier": "sklearn", "from_tree": "sklearn", "mapper": "_mapper"}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        import importlib

        return getattr(importlib.import_module("." + _LATER[name], __name__), name)
    raise AttributeError(f"module 'cogs' has no attribute {name!r}")
