# SPDX-License-Identifier: Apache-2.0
"""Models inside DuckDB.

>>> import cogs, cogs.duckdb, duckdb
>>> model = cogs.Model.parse('''
... #feature debt : integer 0..100000.
... #undesired reject(X).
... reject(X) :- debt(X, D), D > 5000.
... ''')
>>> con = duckdb.connect()
>>> people = "select 1000 * i as debt from range(3, 9, 3) t(i)"
>>> cogs.duckdb.batch(model, people, con).select("debt, cogs_status, cogs_changes").fetchall()
[(3000, 'already', None), (6000, 'found', 'debt=5000')]
"""

from __future__ import annotations

from typing import Any

from ._model import Model


def batch(model: Model, rows: Any, connection: Any = None, **options: Any) -> Any:
    """Answers for the rows of a query, as a relation of the connection.

    rows: the text of a query, whose rows go through piece by piece on a cursor of their own (temporary tables are not
    seen there); or a relation, whose answers are kept in memory, since a connection has one open result at a time.
    """
    import duckdb

    connection = connection or duckdb.default_connection()
    if isinstance(rows, str):
        return connection.from_arrow(model.answers(connection.cursor().sql(rows), **options).reader())
    import pyarrow

    return connection.from_arrow(pyarrow.table(model.answers(rows, **options)))


def register(connection: Any, model: Model, name: str = "cogs_recourse") -> None:
    """A function for SQL: `select cogs_recourse({'debt': debt, 'income': income})` gives the answer's JSON.

    `json_extract_string(answer, '$.status')` and so on take it apart.
    """
    import json

    def answer(person: str) -> str:
        try:
            return model.recourse(json.loads(person)).to_json(timing=False)
        except ValueError as error:
            return json.dumps({"schema": "cogs.recourse/1", "status": "error", "errors": [{"message": str(error)}]})

    connection.create_function(name + "_json", answer, ["VARCHAR"], "VARCHAR")
    connection.execute(f"create or replace temp macro {name}(person) as {name}_json(to_json(person)::varchar)")
