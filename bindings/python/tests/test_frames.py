# SPDX-License-Identifier: Apache-2.0
"""Frames of every kind: the answers are those of the command line for the same cells."""

import datetime
import decimal
import math
import random

import pytest
from conftest import LOAN, read_csv

import cogs

pd = pytest.importorskip("pandas")
pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

ADDED = ["cogs_status", "cogs_cost", "cogs_certain", "cogs_changes", "cogs_path"]
MIXED = """\
#feature age : integer 0..120, observed.
#feature income : real 0..1000000, observed.
#feature job : {none, clerk, 'vice president'}.
#feature smokes : {yes, no}.
#undesired no(X).
no(X) :- income(X, I), I < 20000.5.
no(X) :- job(X, none), smokes(X, yes).
no(X) :- age(X, A), A < 18.
"""


def rows_of_the_program(program, model, csv_text, tmp_path, *options, ok=(0, 3)):
    (tmp_path / "m.cogs").write_text(model)
    (tmp_path / "d.csv").write_text(csv_text)
    return read_csv(program("batch", "m.cogs", "d.csv", *options, cwd=tmp_path, ok=ok))


def texts(table):
    """The added columns of a pyarrow table as the CSV has them."""
    return [
        {name: "" if row[name] is None else row[name] for name in ADDED}
        for row in table.select(ADDED).to_pylist()
    ]


def people(count, seed):
    draw = random.Random(seed)
    print("seed", seed)
    return pd.DataFrame({
        "age": [draw.randint(0, 90) for _ in range(count)],
        "income": [draw.choice([0.1, 20000.5, 20000.25, 1e5, 12345.678, 33.0]) for _ in range(count)],
        "job": [draw.choice(["none", "clerk", "vice president", None, "boss"]) for _ in range(count)],
        "smokes": [draw.choice(["yes", "no"]) for _ in range(count)],
        "note": [draw.choice(["a,b", 'say "hi"', "é"]) for _ in range(count)],
    }, index=[f"p{i}" for i in range(count)])  # fmt: skip


def test_every_kind_of_frame_gives_what_the_program_gives(program, tmp_path):
    model = cogs.Model.parse(MIXED, "m.cogs")
    frame = people(500, seed=11)
    expected = rows_of_the_program(program, MIXED, frame.to_csv(index=False), tmp_path)
    expected = [{name: row[name] for name in ADDED} for row in expected]
    table = pa.Table.from_pandas(frame, preserve_index=False)
    ways = {
        "pandas": frame,
        "pandas object": frame.astype({"job": object, "smokes": object, "note": object}),
        "pandas category": frame.astype({"job": "category", "smokes": "category"}),
        "pandas arrow": frame.convert_dtypes(dtype_backend="pyarrow"),
        "pandas nullable": frame.convert_dtypes(),
        "polars": pl.from_pandas(frame),
        "polars lazy": pl.from_pandas(frame).lazy(),
        "polars categorical": pl.from_pandas(frame).cast({"job": pl.Categorical}),
        "polars enum": pl.from_pandas(frame).cast({"smokes": pl.Enum(["yes", "no"])}),
        "polars decimal": pl.from_pandas(frame).cast({"income": pl.Decimal(20, 3)}),
        "pyarrow": table,
        "pyarrow sliced": pa.concat_tables([table, table]).slice(500),
        "pyarrow chunks": pa.Table.from_batches(table.to_batches(max_chunksize=7)),
        "pyarrow dictionary": table.set_column(2, "job", table.column("job").dictionary_encode()),
        "pyarrow large": table.cast(pa.schema([(f.name, pa.large_string() if f.name == "job" else f.type)
                                               for f in table.schema])),
        "pyarrow batch": table.to_batches()[0],
        "pyarrow reader": table.to_reader(),
        "duckdb": duckdb.from_arrow(table),
        "rows": frame.astype(object).where(frame.notna(), None).to_dict("records"),
        "columns": {c: list(frame[c].astype(object).where(frame[c].notna(), None)) for c in frame},
    }  # fmt: skip
    for name, data in ways.items():
        found = model.batch(data, form="text", columns="only")
        if isinstance(found, list):
            found = pa.Table.from_pylist(found, schema=pa.schema([(n, pa.string()) for n in ADDED]))
        elif isinstance(found, dict):
            found = pa.table({k: pa.array(v, pa.string()) for k, v in found.items()})
        elif isinstance(found, pd.DataFrame):
            assert list(found.index) == list(frame.index)
            found = pa.Table.from_pandas(found.astype(object).where(found.notna(), None), preserve_index=False,
                                         schema=pa.schema([(n, pa.string()) for n in ADDED]))  # fmt: skip
        elif isinstance(found, pl.DataFrame):
            found = found.to_arrow()
        found.validate(full=True)
        assert texts(found) == expected, name


def test_the_index_and_columns_are_kept(loan):
    frame = pd.DataFrame({"debt": [5000, 0], "bank_balance": [40000, 99999], "credit_score": [599, 700], "age": [31, 50]},
                         index=pd.Index(["john", "mary"], name="who"))  # fmt: skip
    out = loan.batch(frame)
    assert out.index.equals(frame.index) and list(out.columns) == [*frame.columns, *ADDED]
    assert out.loc["john", "cogs_cost"] == 2.0 and out.loc["mary", "cogs_status"] == "already"
    assert list(frame.columns) == ["debt", "bank_balance", "credit_score", "age"]  # the input is left alone
    assert list(loan.predict(frame).index) == ["john", "mary"]
    sliced = pd.concat([frame] * 3).iloc[::2]
    assert list(loan.batch(sliced).index) == list(sliced.index)


def test_threads_and_batches_change_nothing():
    model = cogs.Model.parse(MIXED, "m.cogs")
    frame = people(40000, seed=3)
    one = model.batch(frame, threads=1)
    assert one.equals(model.batch(frame, threads=4))
    table = pa.Table.from_pandas(frame, preserve_index=False)
    parts = pa.Table.from_batches(table.to_batches(max_chunksize=1000))
    assert model.batch(parts, columns="only", threads=3).equals(model.batch(table, columns="only"))


def test_streams_repeat_their_input(loan):
    table = pa.table({"debt": [5000, 0, 7], "bank_balance": [1, 2, None], "credit_score": [599, 700, 800],
                      "age": [1, 2, 3], "tags": [["a"], None, ["b", "c"]], "who": ["é", None, "x" * 40]})  # fmt: skip
    out = pa.table(loan.answers(table))
    out.validate(full=True)
    assert out.select(table.column_names).equals(table)
    again = pa.table(loan.answers(pa.concat_tables([table, table]).slice(2, 3).to_reader(max_chunksize=2)))
    again.validate(full=True)
    assert again.column("tags").to_pylist() == [["b", "c"], ["a"], None]
    lazily = pl.DataFrame(loan.answers(table))
    assert lazily.shape == (3, 11)
    answers = loan.answers(table)
    assert duckdb.sql("select count(*) from answers").fetchall() == [(3,)]
    assert len(list(loan.answers(table))) == 1
    with pytest.raises(cogs.InputError, match="cogs_status"):
        loan.answers(out)


def test_whole_answers_as_json(loan, program, tmp_path):
    frame = pd.DataFrame({"debt": [5000], "bank_balance": [40000], "credit_score": [599], "age": [31]})
    (tmp_path / "loan.cogs").write_text(LOAN)
    (tmp_path / "d.csv").write_text(frame.to_csv(index=False))
    lines = program("batch", "loan.cogs", "d.csv", "--jsonl", "--reasons", 2, cwd=tmp_path)
    assert loan.batch(frame, form="json", reasons=2)["cogs_answer"][0] + "\n" == lines


def test_constraints_of_each_row(loan, program, tmp_path):
    frame = pd.DataFrame({"debt": [5000] * 4, "bank_balance": [40000] * 4, "credit_score": [599] * 4, "age": [31] * 4,
                          "no": ["debt", None, "age; bank_balance", "shoes"],
                          "room": [None, "bank_balance=70000..", None, None]})  # fmt: skip
    expected = rows_of_the_program(program, LOAN, frame.to_csv(index=False), tmp_path, "--fix-column", "no",
                                   "--range-column", "room")  # fmt: skip
    found = loan.batch(pa.Table.from_pandas(frame), form="text", fix_column="no", range_column="room", columns="only")
    assert texts(found) == [{n: row[n] for n in ADDED} for row in expected]
    assert found.column("cogs_status").to_pylist()[3] == "error"
    with pytest.raises(cogs.InputError, match="did you mean 'room'"):
        loan.batch(frame, range_column="rooms")


@pytest.mark.parametrize("values, texts_", [
    (pa.array([1, -2, None], pa.int8()), ["1", "-2", None]),
    (pa.array([1, 2, None], pa.uint8()), ["1", "2", None]),
    (pa.array([1, 65535, None], pa.uint16()), ["1", "65535", None]),
    (pa.array([2**63, 0], pa.uint64()), ["9223372036854775808", "0"]),
    (pa.array([-(2**63), 7], pa.int64()), ["-9223372036854775808", "7"]),
    (pa.array([0.1, 1.0, math.nan, -0.0, 1e20, 123456.75], pa.float64()),
     ["0.1", "1", None, "0", "100000000000000000000", "123456.75"]),
    (pa.array([0.1, 16777216.0], pa.float32()), ["0.1", "16777216"]),
    (pa.array(np.array([0.5, 2.0], np.float16)), ["0.5", "2"]),
    (pa.array([decimal.Decimal("1.50"), decimal.Decimal("-0.05"), None]), ["1.5", "-0.05", None]),
    (pa.array([decimal.Decimal("123456789012345678901234567890.25")], pa.decimal256(60, 4)),
     ["123456789012345678901234567890.25"]),
    (pa.array([decimal.Decimal("1200")], pa.decimal128(5, -2)), ["1200"]),
    (pa.nulls(2), [None, None]),
])  # fmt: skip
def test_numbers_of_every_arrow_type(values, texts_):
    model = cogs.Model.parse("#feature a : real -inf..inf, observed.\n#undesired no(X).\nno(X) :- a(X, A), A < 1e30.\n")
    for form in (values, values.dictionary_encode() if not pa.types.is_null(values.type) else values):
        seen = model.batch(pa.table({"a": form}), form="json", columns="only").column("cogs_answer").to_pylist()
        import json

        found = [json.loads(s, parse_float=decimal.Decimal, parse_int=decimal.Decimal)["start"]["a"] for s in seen]
        assert found == [None if t is None else decimal.Decimal(t) for t in texts_]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_texts_of_every_arrow_type(kind):
    words = ["a", "a word of more than twelve letters", ' blanks ', 'with "quotes" in it', '"all of it"', "é", None, ""]
    model = cogs.Model.parse(
        "#feature w : {a, 'a word of more than twelve letters', blanks, 'with \"quotes\" in it', '\"all of it\"', 'é'}.\n"
        "#undesired no(X).\nno(X) :- w(X, a).\n")  # fmt: skip
    table = pa.table({"w": pa.array(words, kind)})
    assert model.batch(table).column("cogs_status").to_pylist() == ["found"] + ["already"] * 7
    assert model.batch(table.slice(1)).column("cogs_status").to_pylist() == ["already"] * 7


def test_truths_and_dates():
    model = cogs.Model.parse("#feature smokes : {yes, no}.\n#undesired no(X).\nno(X) :- smokes(X, yes).\n")
    truths = [True, False, None]
    for data in (pa.table({"smokes": truths}), pd.DataFrame({"smokes": truths}), pl.DataFrame({"smokes": truths}),
                 pd.DataFrame({"smokes": pd.array(truths, "boolean")})):  # fmt: skip
        status = model.batch(data)["cogs_status"]
        assert list(status.to_pylist() if isinstance(data, pa.Table) else status) == ["found", "already", "already"]
    days = [datetime.date(2024, 1, 1) + datetime.timedelta(days=i) for i in range(60)]
    label = ["no" if d < datetime.date(2024, 2, 1) else "yes" for d in days]
    frames = [pd.DataFrame({"day": pd.to_datetime(days), "label": label}), pl.DataFrame({"day": days, "label": label}),
              pd.DataFrame({"day": days, "label": label}), pa.table({"day": days, "label": label})]  # fmt: skip
    rules = [cogs.learn(f, label="label", undesired="no").model.text for f in frames]
    assert len(set(rules)) == 1 and 'date "%Y-%m-%d"' in rules[0]


def test_learning_is_the_same_from_every_frame(program, tmp_path):
    draw = random.Random(5)
    frame = pd.DataFrame({"income": [draw.randint(0, 99) * 1000 for _ in range(800)],
                          "city": [draw.choice(["Paris", "Rome", "Oslo"]) for _ in range(800)]})  # fmt: skip
    frame["ok"] = ["yes" if i > 40000 and c != "Oslo" else "no" for i, c in zip(frame.income, frame.city)]
    (tmp_path / "table").write_text(frame.to_csv(index=False))
    program("learn", "table", "--label", "ok", "--undesired", "no", "-o", "m.cogs", cwd=tmp_path)
    expected = [line for line in (tmp_path / "m.cogs").read_text().splitlines() if not line.startswith("%")]
    for data in (frame, pl.from_pandas(frame), pa.Table.from_pandas(frame), frame.astype({"city": "category"})):
        model = cogs.learn(data, label="ok", undesired="no").model
        assert [line for line in model.text.splitlines() if not line.startswith("%")] == expected
    assert model.predict(frame).tolist() == frame.ok.tolist()
    assert model.predict(pl.from_pandas(frame)).to_list() == frame.ok.tolist()
    report = model.audit(frame, by=["city"])
    assert report.finished and len(report.to_frame("dict")["group"]) >= 3
    assert set(report.difference()) <= {"city"} and 0 <= report.overall["found"]["share"] <= 1
    measured = model.evaluate(frame.head(20), {"self": frame.head(20)})
    assert measured.tools[0]["name"] == "self" and measured.to_frame("dict")["name"] == ["self"]


# ---- What cannot be read


def test_columns_of_the_same_name(loan):
    frame = pd.DataFrame([[1, 2, 3]], columns=["debt", "age", "debt"])
    for ask in (loan.batch, loan.predict, loan.audit):
        with pytest.raises(cogs.InputError, match="same name, 'debt'"):
            ask(frame)
    with pytest.raises(cogs.InputError, match="same name"):
        cogs.learn(frame, label="age", undesired="2")


def test_objects_that_are_no_values_have_row_and_column(loan):
    for thing in ([1], {"a": 1}, object(), b"bytes", {1, 2}):
        frame = pd.DataFrame({"debt": pd.Series([1, None, thing], dtype=object), "age": [1, 2, 3]})
        with pytest.raises(cogs.InputError, match="row 3, column 'debt'"):
            loan.batch(frame)
        with pytest.raises(cogs.InputError, match="row 2, column 'debt'"):
            loan.predict([{"debt": 1}, {"debt": thing}])
    mixed = pd.DataFrame({"debt": pd.Series([1, "2", 3.0, decimal.Decimal("4"), None, np.int64(6)], dtype=object)})
    with pytest.warns(cogs.CogsWarning):
        assert "error" not in list(loan.batch(mixed)["cogs_status"])


def test_bad_values_are_rows_with_reasons_and_errors_where_wished(loan):
    frame = pd.DataFrame({"debt": [5000, -3, 7], "bank_balance": ["1", "2", "many"], "credit_score": [599.5, 600, 601],
                          "age": [float("inf"), 3, 4]})  # fmt: skip
    out = loan.batch(frame)
    assert list(out.cogs_status) == ["error"] * 3
    assert "-3" in out.cogs_path[1] and "'many'" in out.cogs_path[2] and "599.5" in out.cogs_path[0]
    with pytest.raises(cogs.InputError, match="row 2, column 'debt'") as caught:
        loan.batch(frame, strict=True)
    assert {(c.row, c.column) for c in caught.value.bad_cells} >= {(1, "credit_score"), (2, "debt"), (3, "bank_balance")}
    with pytest.raises(cogs.InputError, match="row 2, column 'debt'"):
        loan.predict(frame)
    assert list(loan.predict(frame, strict=False)) == [None] * 3
    with pytest.raises(cogs.InputError, match="row 3"):
        loan.audit(frame)


def test_nested_columns_are_refused_where_they_matter(loan):
    table = pa.table({"debt": [[1], [2]], "age": [1, 2]})
    for ask in (loan.batch, loan.predict, loan.audit):
        with pytest.raises(cogs.InputError, match="'debt' has the type list"):
            ask(table)
    beside = pa.table({"debt": [1, 2], "bank_balance": [1, 2], "credit_score": [600, 700], "age": [1, 2],
                       "tags": [["a"], []], "blob": [b"x", b"y"], "s": [{"a": 1}, None]})  # fmt: skip
    assert loan.batch(beside).column("cogs_status").to_pylist() == ["found", "found"]
    assert loan.predict(beside).to_pylist() == ["reject_loan"] * 2
    with pytest.raises(cogs.InputError, match="'tags' has the type list"):
        cogs.learn(beside, label="age", undesired="1")
    assert cogs.learn(pa.table({"a": [1, 2] * 50, "t": [["x"]] * 100, "l": ["p", "q"] * 50}), label="l", undesired="p",
                      ignore=["t"]).rules  # fmt: skip


@pytest.mark.filterwarnings("ignore::cogs.CogsWarning")
def test_frames_without_rows_or_columns(loan):
    empty = pd.DataFrame({"debt": [], "age": []})
    out = loan.batch(empty)
    assert len(out) == 0 and list(out.columns)[-1] == "cogs_path"
    assert len(loan.predict(empty)) == 0
    assert loan.batch(pa.table({"debt": pa.array([], pa.int64())})).num_rows == 0
    with pytest.raises(cogs.InputError, match="no columns"):
        loan.batch(pd.DataFrame())
    with pytest.raises(cogs.InputError):
        loan.batch(pd.DataFrame({"shoes": [1]}))
    with pytest.raises(cogs.InputError):
        cogs.learn(empty, label="age", undesired="1")


def test_things_that_are_no_tables(loan):
    for thing in (None, 7, object(), np.zeros((2, 2)), [1, 2]):
        with pytest.raises(TypeError):
            loan.batch(thing)
    with pytest.raises(cogs.InputError, match="levels"):
        loan.batch(pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")])))
    with pytest.raises((cogs.InputError, FileNotFoundError)):
        loan.batch("/nowhere.csv")


def test_a_stream_that_fails_is_an_error(loan):
    def batches():
        yield pa.RecordBatch.from_pydict({"debt": [1]})
        raise RuntimeError("the lake is dry")

    schema = pa.schema([("debt", pa.int64())])
    for ask in (loan.batch, loan.predict):
        with pytest.raises(cogs.InputError, match="the lake is dry"):
            ask(pa.RecordBatchReader.from_batches(schema, batches()))


def test_half_characters_are_refused_with_their_row(loan):
    with pytest.raises(cogs.InputError, match="row 2, column 'debt'"):
        loan.batch([{"debt": "1"}, {"debt": "\ud800"}])


def test_a_zero_byte_is_no_end(loan):
    out = loan.batch(pa.table({"debt": ["1\x00", "5"], "age": [1, 2], "bank_balance": [1, 1], "credit_score": [600, 600]}))
    assert out.column("cogs_status").to_pylist() == ["error", "found"]


# ---- A large table


def test_a_hundred_thousand_rows_of_adult(adult, adult_file, program, tmp_path):
    frame = pd.concat([pd.read_csv(adult_file)] * 3, ignore_index=True)
    frame.to_csv(tmp_path / "d.csv", index=False)
    program("batch", cogs_file(adult, tmp_path), tmp_path / "d.csv", "-o", tmp_path / "out.csv")
    expected = pd.read_csv(tmp_path / "out.csv", dtype=str, keep_default_na=False)[ADDED]
    for data in (frame, pl.from_pandas(frame), pa.Table.from_pandas(frame, preserve_index=False)):
        found = adult.batch(data, form="text", columns="only")
        found = found.to_pandas() if hasattr(found, "to_pandas") else found
        assert found.fillna("").reset_index(drop=True).astype(str).equals(expected.astype(found.dtypes.iloc[0]).astype(str))


def cogs_file(model, folder):
    model.save(folder / "m.cogs")
    return folder / "m.cogs"


def test_texts_that_are_not_utf8_are_rows_with_errors():
    pa = pytest.importorskip("pyarrow")
    model = cogs.Model.parse("#feature sex : {m, f}.\n#undesired no(X).\nno(X) :- sex(X, m).\n")
    bytes_ = pa.array([b"m", b"\xff\xfe"])
    out = model.batch(pa.table({"sex": pa.Array.from_buffers(pa.string(), 2, bytes_.buffers())}), columns="only")
    out.validate(full=True)
    assert out.column("cogs_path").to_pylist() == ["sex: m -> f", "'sex' has a text that is not UTF-8"]
