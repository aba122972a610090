# SPDX-License-Identifier: Apache-2.0
"""What people give by mistake, and odd tables: exceptions that say what is wrong and where, never an abort."""

import warnings

import pytest

import cogs

pd = pytest.importorskip("pandas")
np = pytest.importorskip("numpy")


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(action="ignore"):
        yield


@pytest.fixture(scope="module")
def passengers():
    rows = 300
    frame = pd.DataFrame({
        "PassengerId": range(1, rows + 1), "Pclass": [1 + i % 3 for i in range(rows)],
        "Sex": ["male" if i * 7 % 11 < 6 else "female" for i in range(rows)],
        "Age": [np.nan if i % 5 == 0 else 1 + i * 13 % 70 + 0.5 * (i % 2) for i in range(rows)],
        "Fare": [i * 31 % 997 / 10 for i in range(rows)], "Cabin": [None if i % 4 else "C85" for i in range(rows)],
        "Embarked": [[None, "S", "C", "Q"][i % 4] for i in range(rows)],
    })  # fmt: skip
    frame["Survived"] = np.where((frame.Sex == "female") | (frame.Fare > 80), 1, 0)
    return frame


@pytest.fixture(scope="module")
def model(passengers):
    return cogs.learn(passengers, label="Survived", undesired=0).model


@pytest.mark.parametrize("change, undesired", [
    (lambda y: y, 0), (lambda y: y, np.int64(0)), (lambda y: y.astype(bool), False), (lambda y: y.astype(bool), np.False_),
    (lambda y: y.astype(float), 0.0), (lambda y: y.map({0: "no", 1: "yes"}), "no"),
    (lambda y: y.map({0: "no", 1: "yes"}).astype("category"), "no"), (lambda y: y.astype("Int64"), 0),
])  # fmt: skip
def test_labels_of_any_type(passengers, change, undesired):
    frame = passengers.assign(Survived=change(passengers.Survived))
    learned = cogs.learn(frame, label="Survived", undesired=undesired)
    assert learned.train["accuracy"] == 1 and len(learned.rules) == 1


@pytest.mark.parametrize("frame, said", [
    (lambda f: pd.concat([f, f[["Sex"]]], axis=1), "columns 3 and 9 have the same name, 'Sex'"),
    (lambda f: f.assign(Sex=[[1]] * len(f)), "row 1, column 'Sex': a value of the type list"),
    (lambda f: f.assign(Sex=[{"a": 1}] * len(f)), "row 1, column 'Sex': a value of the type dict"),
    (lambda f: f.assign(Sex=[b"x"] * len(f)), "row 1, column 'Sex': a value of the type bytes"),
    (lambda f: f.assign(Sex=1j), "row 1, column 'Sex': a value of the type complex"),
    (lambda f: f.assign(Sex=pd.to_timedelta(range(len(f)), "D")), "row 1, column 'Sex': a value of the type timedelta"),
    (lambda f: pd.DataFrame(), "no columns"),
    (lambda f: pd.DataFrame({"x": [1]}), "no column of this file is a feature"),
    (lambda f: pd.DataFrame({("a", "b"): [1]}), "several levels"),
    (lambda f: {"Sex": ["male"], "Fare": [1, 2]}, "the column 'Fare' has 2 rows, others have 1"),
])  # fmt: skip
def test_tables_that_cannot_be_read(model, passengers, frame, said):
    with pytest.raises(cogs.InputError, match=said):
        model.batch(frame(passengers))


@pytest.mark.parametrize("table, said", [
    (lambda f: f.to_numpy(), "no names for its columns"), (lambda f: [[1, 2]], "a dict for each row"),
    (lambda f: f.Sex, "to_frame"), (lambda f: iter([]), "a table is"), (lambda f: 7, "a table is"),
    (lambda f: {"Sex": "male", "Fare": 3}, "a list for each column"),
])  # fmt: skip
def test_what_is_no_table(model, passengers, table, said):
    with pytest.raises(TypeError, match=said):
        model.batch(table(passengers))


@pytest.mark.parametrize("person", ["john", None, 3, [1, 2], pd.DataFrame({"Sex": ["male", "female"]})])
def test_what_is_no_person(model, person):
    with pytest.raises(TypeError, match="a person is a dict"):
        model.recourse(person)


def test_infinities_and_gaps(model, passengers):
    found = model.batch(passengers.assign(Fare=np.inf))
    assert (found.cogs_status == "error").all() and found.cogs_path.str.contains("'inf'").all()
    with pytest.raises(cogs.InputError) as error:
        model.predict(passengers.assign(Fare=[-np.inf] + [1.0] * (len(passengers) - 1)))
    assert [(c.row, c.column) for c in error.value.bad_cells] == [(1, "Fare")]
    assert set(model.batch(passengers.assign(Fare=np.nan, Sex=None)).cogs_status) <= {"already", "found", "none"}
    assert len(cogs.learn(passengers.assign(Fare=np.inf), label="Survived", undesired=0).rules) == 1


def test_columns_of_other_kinds(passengers):
    def learned(values, **options):
        return cogs.learn(passengers.assign(d=values), label="Survived", undesired=0, **options).model.features.get("d")

    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(len(passengers)) % 50, "D")
    assert "ordered" not in learned(days).type and learned(days.tz_localize("Europe/Berlin")) is not None
    assert "(" in str(learned(pd.cut(passengers.Fare, 4)).values[0])  # texts of spans
    assert learned(days.to_period("M")).values[0] == "2020-01"
    assert learned(pd.arrays.SparseArray(np.arange(len(passengers)) % 3)).range == (0, 2)
    assert learned([[1]] * len(passengers), ignore=["d"]) is None
    with pytest.raises(cogs.InputError, match="list"):
        learned([[1]] * len(passengers))


def test_empty_frames(model, passengers):
    out = model.batch(passengers.iloc[:0])
    assert len(out) == 0 and out.columns[-1] == "cogs_path"
    assert len(model.predict(passengers.iloc[:0])) == 0
    with pytest.raises(cogs.InputError, match="no rows to learn from"):
        cogs.learn(passengers.iloc[:0], label="Survived", undesired=0)


@pytest.mark.parametrize("text, said", [("hello world", "expected"), ("a\0b", "NUL"), ("", "is empty")])
def test_texts_that_are_no_models(text, said):
    with pytest.raises(cogs.InputError, match=said):
        cogs.Model.parse(text)


def test_files_that_are_no_models(tmp_path):
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 20)
    for name in ("binary", "missing", "."):
        with pytest.raises(cogs.InputError) as error:
            cogs.load(tmp_path / name)
        assert error.value.diagnostics
    with pytest.raises(TypeError):
        cogs.Model.parse(b"text")


def test_names_without_a_list(model):
    man = {"Sex": "male", "Fare": 10, "Age": 30, "Pclass": 3}
    assert model.recourse(man, fix="Fare").status == "none"
    assert model.recourse(man, only="Fare").path.changes[0].feature.lower() == "fare"
    with pytest.raises(cogs.OptionsError, match="two ends"):
        model.recourse(man, ranges={"Fare": 90})
    with pytest.raises(cogs.InputError, match="^options: error: the model has no feature 'Fair'"):
        model.recourse(man, fix="Fair")
    with pytest.raises(cogs.InputError, match="did you mean 'only'"):
        model.recourse(man, onyl=["Fare"])


def test_parquet_files_wherever_a_table_is_taken(model, passengers, tmp_path):
    pytest.importorskip("pyarrow")
    file = tmp_path / "people.parquet"
    passengers.to_parquet(file)
    assert cogs.learn(file, label="Survived", undesired=0).rules == cogs.learn(passengers, label="Survived", undesired=0).rules
    assert list(model.predict(file)) == list(model.predict(passengers))
    assert model.audit(file, by="Sex").overall == model.audit(passengers, by=["Sex"]).overall
    assert len(cogs.look(file).columns) == len(passengers.columns)


def test_answers_are_not_put_beside_answers(model, passengers):
    pl = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    few = passengers.head(3)
    for table in (few, pl.from_pandas(few), pa.Table.from_pandas(few), few.to_dict("records"), few.to_dict("list")):
        once = model.batch(table)
        with pytest.raises(cogs.InputError, match="there is a column 'cogs_status' already") as error:
            model.batch(once)
        assert error.value.diagnostics[0].help
        assert len(model.batch(once, columns="only")) == len(model.batch(table, columns="only"))


def test_every_input_error_has_a_diagnostic(model):
    for ask in (lambda: model.batch(pd.DataFrame()), lambda: model.batch(pd.DataFrame({("a", "b"): [1]})),
                lambda: cogs.Model.parse("\ud800")):  # fmt: skip
        with pytest.raises(cogs.InputError) as error:
            ask()
        assert [d.message for d in error.value.diagnostics] == [str(error.value)]


def test_names_of_columns_with_half_a_character(model):
    with pytest.raises(cogs.InputError, match="half a character"):
        model.batch([{"\ud800": 1, "Sex": "male"}])


def test_options_that_are_not_numbers(passengers):
    with pytest.raises(cogs.OptionsError, match="'tail' is not a number"):
        cogs.learn(passengers, label="Survived", undesired=0, tail=float("nan"))


def test_options_of_the_wrong_kind(model):
    man = {"Sex": "male", "Fare": 10, "Age": 30, "Pclass": 3}
    for options, said in [({"memory_limit": "2Q"}, "a size is"), ({"memory_limit": ""}, "a size is"), ({"fix": 3}, "names are texts")]:
        with pytest.raises(cogs.OptionsError, match=said):
            model.recourse(man, **options)
    assert model.recourse(man, memory_limit="200 MB").status == "found"


def test_measures_of_nothing(model):
    man = {"Sex": "male", "Fare": 10, "Age": 30, "Pclass": 3}
    with pytest.raises(cogs.OptionsError, match="no counterfactuals"):
        model.evaluate([man], {})
    with pytest.raises(cogs.InputError, match="table: the table has no columns"):
        model.evaluate([], {"tool": [man]})
    with pytest.raises(cogs.InputError, match="^table: error: no column"):
        model.evaluate([{"x": 1}], {"tool": [man]})


def test_measures_name_tables_and_not_passing_files(model):
    man = {"Sex": "male", "Fare": 10, "Age": 30, "Pclass": 3}
    found = model.evaluate([man], {"tool": [{**man, "Sex": "female"}]})
    said = found.to_dict()
    assert (said["rows"]["file"], said["tools"][0]["file"]) == ("table", "tool")
    assert found.to_json(timing=False) == model.evaluate([man], {"tool": [{**man, "Sex": "female"}]}).to_json(timing=False)
    assert "cogs-" not in str(found)


def test_files_that_are_not_what_they_are_called(model, tmp_path):
    pytest.importorskip("pyarrow")
    file = tmp_path / "people.parquet"
    file.write_text("Sex,Fare\nmale,3\n")
    for ask in (model.batch, model.predict, lambda f: model.batch_file(f, tmp_path / "out.csv"), lambda f: list(model.answers(f))):
        with pytest.raises(cogs.InputError, match="this file cannot be read") as error:
            ask(file)
        assert error.value.diagnostics[0].file == str(file)
    assert [p.name for p in tmp_path.iterdir()] == ["people.parquet"]
