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

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._answers import (
        Answer, Answers, Audit, Blocker, Change, Check, Comparison, Counts, Difference, Evaluation, Learned, Look, Path,
        Proposal, Proposals, Reason, Record, Recourse, Regions, Rules, Step, Why, exact,
    )  # fmt: skip
    from ._core import __version__
    from ._errors import BadCell, CogsWarning, Diagnostic, Error, InputError, OptionsError, Stopped
    from ._import import import_model
    from ._mapper import mapper
    from ._model import Feature, Features, Model, Rule, learn, load, look
    from ._plots import Plot
    from ._surrogate import Fidelity, Surrogate, Validity, surrogate
    from .sklearn import CogsClassifier, FoldSEClassifier, from_tree

__all__ = [
    "Answer", "Answers", "Audit", "BadCell", "Blocker", "Change", "Check", "CogsClassifier", "CogsWarning",
    "Comparison", "Counts", "Diagnostic", "Difference", "Error", "Evaluation", "Feature", "Features", "Fidelity",
    "FoldSEClassifier", "InputError", "Learned", "Look", "Model", "OptionsError", "Path", "Plot", "Proposal",
    "Proposals", "Reason", "Record", "Recourse", "Regions", "Rule", "Rules", "Step", "Stopped", "Surrogate", "Validity",
    "Why", "__version__", "exact", "from_tree", "import_model", "learn", "load", "look", "mapper", "surrogate",
]  # fmt: skip

# Each name is brought when it is asked for: programs that only mention cogs start at once, and drivers of clusters can
# do without the native module.
_PLACES = {
    "_answers": "Answer Answers Audit Blocker Change Check Comparison Counts Difference Evaluation Learned Look Path "
                "Proposal Proposals Reason Record Recourse Regions Rules Step Why exact",
    "_core": "__version__",
    "_errors": "BadCell CogsWarning Diagnostic Error InputError OptionsError Stopped",
    "_import": "import_model",
    "_mapper": "mapper",
    "_model": "Feature Features Model Rule learn load look",
    "_plots": "Plot",
    "_surrogate": "Fidelity Surrogate Validity surrogate",
    "sklearn": "CogsClassifier FoldSEClassifier from_tree",
}  # fmt: skip
_HOME = {name: module for module, names in _PLACES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        import importlib

        found = globals()[name] = getattr(importlib.import_module("." + _HOME[name], __name__), name)
        return found
    raise AttributeError(f"module 'cogs' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
