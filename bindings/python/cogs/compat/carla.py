# SPDX-License-Identifier: Apache-2.0
"""The call of CARLA, answered by cogs: a frame in the order of the input, in its own units.

>>> import cogs
>>> from cogs.compat.carla import Cogs
>>> model = cogs.Model.parse('''
... #feature debt : integer 0..100000.
... #undesired reject(X).
... reject(X) :- debt(X, D), D > 5000.
... ''')
>>> import pandas as pd
>>> Cogs(model).get_counterfactuals(pd.DataFrame({"debt": [7000, 10]}))["debt"].tolist()
[5000, 10]
"""

from __future__ import annotations

from typing import Any

from .._model import Model


class Cogs:
    """Takes a model in place of CARLA's; hyperparameters are the options of Model.recourse."""

    def __init__(self, mlmodel: Model, hyperparams: dict[str, Any] | None = None) -> None:
        self.model = mlmodel
        self.options = dict(hyperparams or {})

    def get_counterfactuals(self, factuals: Any) -> Any:
        """One row a person with the same index: where the best way ends; gaps where there is none."""
        ends = []
        for place in range(len(factuals)):
            row = factuals.iloc[place]
            answer = self.model.recourse(row, **self.options)
            if answer.status == "already":
                ends.append(dict(row))
            elif answer.path is None:
                ends.append(dict.fromkeys(factuals.columns))
            else:
                small = {k.lower(): v for k, v in answer.path.end.items()}
                ends.append({c: small.get(str(c).lower(), row[c]) for c in factuals.columns})
        import pandas

        return pandas.DataFrame(ends, index=factuals.index, columns=factuals.columns)
