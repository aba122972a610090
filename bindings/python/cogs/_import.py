# SPDX-License-Identifier: Apache-2.0
"""Fitted models of other libraries as models: exact, or refused by name."""

from __future__ import annotations

import importlib
import json
import os
import tempfile
import warnings
from typing import Any

from . import _core, _errors, _options
from ._import_columns import Columns, Remapped, check_steps
from ._import_draft import Draft, draft_of, draft_of_score, raw_scores
from ._model import Model, load

_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # folders of models that nobody named a file for


class _Prepare:
    """The steps in front of an estimator, as one function of frames; and what the estimator does itself."""

    def __init__(self, steps: Any, own: Any, plain: bool) -> None:
        self.steps, self._own, self._plain = steps, own, plain

    def __call__(self, frame: Any) -> Any:
        rows = frame.to_numpy() if self._plain else frame
        if self.steps is not None:
            rows = self.steps.transform(rows)
        return rows if self._own is None else self._own(rows)


def _frame(table: Any) -> tuple[Any, bool]:
    """The table as a frame of pandas, and whether it was an array."""
    import numpy as np
    import pandas as pd

    if isinstance(table, pd.DataFrame):
        return table.reset_index(drop=True), False
    if isinstance(table, np.ndarray):
        return pd.DataFrame(table, columns=[f"x{i}" for i in range(table.shape[1])]), True
    if hasattr(table, "to_pandas"):
        return table.to_pandas().reset_index(drop=True), False
    return pd.DataFrame(table), False


def _library(estimator: Any) -> str:
    return type(estimator).__module__.partition(".")[0]


def _save(estimator: Any, frame: Any, folder: str, stem: str) -> tuple[str, str, Any]:
    """The library's own file: its name, its format, and the raw scores of the frame."""
    kind = _library(estimator)
    if kind == "xgboost":
        file = os.path.join(folder, stem + ".xgboost.json")
        estimator.save_model(file)
        if hasattr(estimator, "get_booster"):
            return file, kind, estimator.predict(frame, output_margin=True)
        xgboost = importlib.import_module("xgboost")
        return file, kind, estimator.predict(xgboost.DMatrix(frame, enable_categorical=True), output_margin=True)
    if kind == "lightgbm":
        file = os.path.join(folder, stem + ".lightgbm.txt")
        booster = getattr(estimator, "booster_", estimator)
        booster.save_model(file)
        raw = booster.predict(frame, raw_score=True)
        if booster.params.get("boosting", booster.params.get("boosting_type")) == "rf":
            raw = raw / booster.current_iteration()
        return file, kind, raw
    if kind == "catboost":
        catboost = importlib.import_module("catboost")
        file = os.path.join(folder, stem + ".catboost.json")
        pool = catboost.Pool(frame, cat_features=estimator.get_cat_feature_indices())
        estimator.save_model(file, format="json", pool=pool)
        return file, kind, estimator.predict(pool, prediction_type="RawFormulaVal")
    if kind == "interpret":
        file = os.path.join(folder, stem + ".ebm.json")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "JSON formats are in beta"
            estimator.to_json(file, detail="minimal")
        raw = estimator.decision_function(frame) if hasattr(estimator, "decision_function") else None
        return file, "ebm", estimator._predict_score(frame) if raw is None and hasattr(estimator, "_predict_score") else (
            raw if raw is not None else estimator.predict(frame))  # fmt: skip
    raise _errors.OptionsError(f"{type(estimator).__name__} is of a library that is not known")


def _parts(fitted: Any) -> tuple[Any, Any]:
    """The steps of a pipeline in front of its estimator, or None, and the estimator."""
    if type(fitted).__name__ in ("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV"):
        return _parts(fitted.best_estimator_)
    if type(fitted).__name__ == "Pipeline":
        steps = fitted[:-1] if len(fitted.steps) > 1 else None
        return steps, fitted.steps[-1][1]
    return None, fitted


def _text(value: Any) -> str:
    import pandas as pd

    return "" if pd.isna(value) else str(value)


def _numbers(value: float) -> Any:
    return value if abs(value) != float("inf") else ("-Infinity" if value < 0 else "Infinity")


def score_of(draft: Draft, columns: Columns, library: str, rows: Any, raw: Any) -> dict[str, Any]:
    """The score.json of a draft, with some rows that C++ checks whenever it reads the file."""
    mapped = Remapped(draft, columns)
    trees = []
    for output, root in draft.trees:
        trees.append({"output": output, **mapped.tree(root)})
    more, terms = mapped.linear_trees()
    trees += [{"output": output, **tree} for output, tree in more]
    described = []
    for c, name in enumerate(columns.names):
        column: dict[str, Any] = {"name": name}
        if c in columns.values:
            column["categories"] = [_text(value) for value in columns.values[c]]
        elif columns.prepare is None and draft.float32:
            column["float32"] = True
        described.append(column)
    every = max(1, len(rows) // 25)
    checks = [{"row": [_text(value) for value in rows.iloc[i]], "raw": [float(value) for value in raw[i]]}
              for i in range(0, len(rows), every)]  # fmt: skip
    names = draft.classes if len(draft.outputs) > 1 else [""]
    return {
        "format": "cogs-score", "version": 1, "library": library, "columns": described, "sum": draft.sum,
        "in_order": draft.in_order, "weighted": draft.weighted, "divisor": draft.divisor, "link": draft.link,
        "classes": draft.classes,
        "outputs": [{"name": name, "base": base} for name, base in zip(names, draft.outputs)],
        "sets": mapped.sets, "linear": terms, "trees": trees, "checks": checks,
    }  # fmt: skip


def _write_score(fitted: Any, steps: Any, estimator: Any, frame: Any, plain: bool, folder: str, stem: str) -> tuple[str, str, Any]:
    """score.json: of estimators that have no file of their own, and of pipelines."""
    import numpy as np

    check_steps(steps)
    shown = steps.transform(frame.to_numpy() if plain else frame) if steps is not None else (frame.to_numpy() if plain else frame)
    if _library(estimator) == "sklearn":
        draft = draft_of(estimator)
        raw = raw_scores(estimator, shown)
        library = "scikit-learn " + __import__("sklearn").__version__
    else:
        with tempfile.TemporaryDirectory() as temporary:
            file, kind, raw = _save(estimator, shown, temporary, "model")
            score = json.loads(_core.as_score_json(file, kind))
        if any("categories" in column for column in score["columns"]):
            raise _errors.OptionsError(f"{type(estimator).__name__} behind other steps takes categories of its own; "
                                       "encode them in the steps, or leave the steps out")  # fmt: skip
        draft = draft_of_score(score)
        library = f"{kind} {__import__(_library(estimator)).__version__}"
    raw = np.asarray(raw, dtype=np.float64).reshape(len(frame), -1)
    prepare = _Prepare(steps, draft.prepare, plain) if steps is not None or draft.prepare is not None else None
    names = frozenset(str(frame.columns[j]) for j in draft.categorical if steps is None)
    columns = Columns(frame, prepare, names)
    file = os.path.join(folder, stem + ".score.json")
    score = score_of(draft, columns, library, frame, raw)
    with open(file, "w", encoding="utf-8") as out:
        json.dump(score, out, ensure_ascii=False)
        out.write("\n")
    return file, "score", raw


def _check_rows(frame: Any, raw: Any, folder: str) -> str:
    """All rows with their raw scores, for C++ to compare."""
    import numpy as np

    raw = np.asarray(raw).reshape(len(frame), -1)
    rows = frame.copy()
    rows.columns = [str(name) for name in rows.columns]
    for i in range(raw.shape[1]):
        rows["raw_score" if raw.shape[1] == 1 else f"raw_score_{i}"] = raw[:, i]
    file = os.path.join(folder, "rows.csv")
    rows.to_csv(file, index=False)
    return file


def import_file(file: str, X: Any, path: str, format: str, check: str | None = None, **options: Any) -> str:
    """Writes the model that `cogs import` would write, to `path`; gives what that says."""
    frame, _ = _frame(X)
    given = {"format": format, "file_in_model": os.path.relpath(file, os.path.dirname(path) or "."), "check": check, **options}
    table = _core.Table.text(frame.to_csv(index=False), "X", "{}")
    answer, text = _core.import_model(file, table, _options.to_json({k: v for k, v in given.items() if v is not None}))
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return str(answer.json(False))


def import_model(
    fitted: Any, X: Any, path: str | os.PathLike[str] | None = None, *, score: str = "score", decision: str = "reject",
    threshold: Any = None, probability: bool = False, undesired: str | None = None, unwanted_class: Any = None,
    check: bool = True, skip: list[str] | None = None,
    **features: Any,
) -> Model:  # fmt: skip
    """A model that decides as a fitted model of another library does: XGBoost, LightGBM, CatBoost, interpret's EBM,
    scikit-learn's trees, forests, boosting and linear models, alone or at the end of a Pipeline.

    `X` are people as the model was fitted on, before any encoding: they give the features their domains, and all their
    raw scores must come out equal, to the last bit. `path` is the .cogs file to write; the model file lies beside it.
    Without it both are in a folder that goes with the process.

    Scores "below" or "above" (from it on) the `threshold` are `undesired`; `probability`: it is one of the probability.
    `unwanted_class` says it by a class. What is not said is what the library's predict divides at, below it, and a
    warning says so; regressions have no threshold of their own, and must be given one. All columns of `X` become features, but for
    those in `skip`. Other options say what is known of features: fixed=["age"], may_increase=[...], cost={"debt": 2}.
    """
    frame, plain = _frame(X)
    if path is None:
        _KEPT.append(tempfile.TemporaryDirectory(prefix="cogs-"))
        path = os.path.join(_KEPT[-1].name, "model.cogs")
    path = os.fspath(path)
    folder, stem = os.path.dirname(path) or ".", os.path.splitext(os.path.basename(path))[0]
    steps, estimator = _parts(fitted)
    if steps is None and _library(estimator) != "sklearn":
        file, kind, raw = _save(estimator, frame.to_numpy() if plain else frame, folder, stem)
        if plain and kind == "xgboost":
            frame.columns = [f"f{i}" for i in range(frame.shape[1])]
        elif plain and kind == "lightgbm":
            frame.columns = [f"Column_{i}" for i in range(frame.shape[1])]
    else:
        file, kind, raw = _write_score(fitted, steps, estimator, frame, plain, folder, stem)
    with tempfile.TemporaryDirectory() as temporary:
        rows = _check_rows(frame, raw, temporary) if check else None
        told = import_file(file, frame, path, kind, rows, score=score, decision=decision, threshold=threshold,
                           probability=probability or None, undesired=undesired, skip=skip or None,
                           **{"class": None if unwanted_class is None else str(unwanted_class)})  # fmt: skip
    for guess in json.loads(told)["guesses"]:
        warnings.warn(f"assumed: {guess}", stacklevel=2)
    model = load(path)
    said = _said(features, model, [str(name) for name in frame.columns])
    if said:
        model = model.with_features(**said)
        model.save(path)
        model = load(path)
    return model


def _said(features: dict[str, Any], model: Model, columns: list[str]) -> dict[str, Any]:
    """What was said of features, without columns that are none (identifiers, and what is skipped)."""
    known = {name.lower() for f in model.features.values() for name in (f.name, f.label or f.name)}
    unused = {name.lower() for name in columns} - known
    said: dict[str, Any] = {}
    for option, given in features.items():
        if isinstance(given, dict):
            left: Any = {name: value for name, value in given.items() if str(name).lower() not in unused}
        elif option == "sheet":
            left = given
        else:
            left = [name for name in _options.names(given) if str(name).lower() not in unused]
        if left:
            said[option] = left
    return said
