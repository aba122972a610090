# SPDX-License-Identifier: Apache-2.0
"""Answers by other engines' workers are those of one process. `make test-clusters` runs these."""

import os
import pickle

import pytest
from conftest import LOAN, ROOT

import cogs

pytestmark = pytest.mark.clusters

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")


def people(rows):
    return pd.DataFrame({
        "id": range(rows), "age": [18 + i % 70 for i in range(rows)], "debt": [i * 37 % 9000 for i in range(rows)],
        "bank_balance": [i * 991 % 120000 for i in range(rows)],
        "credit_score": [str(300 + i % 600) for i in range(rows)],  # some are more than 850
    })  # fmt: skip


@pytest.fixture(scope="module")
def model():
    return cogs.Model.parse(LOAN, "loan.cogs")


def same(found, expected):
    found = found.sort_values("id").reset_index(drop=True)
    assert len(found) == len(expected)
    for name in ("id", "cogs_status", "cogs_cost", "cogs_certain", "cogs_changes", "cogs_path"):
        left, right = found[name], expected[name]
        assert (left.isna() == right.isna()).all(), name
        assert (left.dropna().astype(str).values == right.dropna().astype(str).values).all(), name


def test_mappers_are_pure(model):
    frame = people(5000)
    table = pa.Table.from_pandas(frame, preserve_index=False)
    mapper = pickle.loads(pickle.dumps(cogs.mapper(model)))
    once = pa.Table.from_batches(mapper(iter(table.to_batches(max_chunksize=700))))
    assert once.equals(pa.Table.from_batches(mapper(iter(table.to_batches(max_chunksize=900)))))
    assert mapper.schema(table.schema).equals(once.schema)
    same(once.to_pandas(), model.batch(frame))
    with pytest.raises(cogs.OptionsError, match="effort_limit"):
        cogs.mapper(model, person_time_limit=1)
    cogs.mapper(model, person_time_limit=1, deterministic=False)
    assert list(mapper(iter([]))) == []


def test_duckdb(model):
    duckdb = pytest.importorskip("duckdb")
    import cogs.duckdb

    frame = people(20000)
    con = duckdb.connect()
    relation = con.from_df(frame)
    same(cogs.duckdb.batch(model, relation, con).to_df(), model.batch(frame))
    con.execute("create table people as select * from frame")
    same(cogs.duckdb.batch(model, "from people", con).to_df(), model.batch(frame))
    cogs.duckdb.register(con, model)
    found = con.sql("select json_extract_string(cogs_recourse({'age': 31, 'debt': 5000, 'bank_balance': 40000, "
                    "'credit_score': 599}), '$.status')").fetchall()  # fmt: skip
    assert found == [("found",)]


def test_dask_with_a_worker_that_dies(model, tmp_path):
    dd = pytest.importorskip("dask.dataframe")
    distributed = pytest.importorskip("distributed")
    import cogs.dask

    frame = people(60000)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0) as cluster:
        with distributed.Client(cluster) as client:
            parts = dd.from_pandas(frame, npartitions=12)
            answers = cogs.dask.batch(model, parts)
            assert list(answers.columns)[-1] == "cogs_path"
            future = client.compute(answers)
            victim = next(iter(cluster.workers.values()))
            os.kill(victim.process.process.pid, 9)  # a process that this test started
            found = future.result(timeout=120)
            assert found.index.equals(frame.index)
            same(found, model.batch(frame))
            audit = cogs.dask.audit(model, parts, by=["age"], strict=False).to_json(timing=False)
            assert audit == model.audit(frame, by=["age"], strict=False).to_json(timing=False)
            with pytest.raises(cogs.InputError, match="row 552, column 'credit_score'"):
                cogs.dask.audit(model, parts)
            decisions = cogs.dask.predict(model, parts[parts.credit_score.astype(int) <= 850]).compute()
            assert set(decisions) == {"reject_loan", "not reject_loan"}


def test_dask_learns_from_a_sample(model):
    dd = pytest.importorskip("dask.dataframe")
    import cogs.dask

    frame = people(40000).drop(columns="id")
    frame["credit_score"] = frame.credit_score.astype(int).clip(upper=850)
    frame["decision"] = list(model.predict(frame))
    parts = dd.from_pandas(frame, npartitions=5)
    found = cogs.dask.learn(parts, label="decision", undesired="reject_loan", sample=8000)
    again = cogs.dask.learn(dd.from_pandas(frame, npartitions=3), label="decision", undesired="reject_loan", sample=8000)
    assert found.model == again.model and found.all_rows["confusion"] == again.all_rows["confusion"]
    assert 6000 < found.sampled < 10000 and found.rows == 40000
    decided = list(found.model.predict(frame))
    right = sum(a == b for a, b in zip(decided, frame.decision))
    assert found.all_rows["accuracy"] == right / 40000 and found.all_rows["rows"] == 40000
    whole = cogs.dask.learn(parts, label="decision", undesired="reject_loan")
    measured = cogs.learn(frame, label="decision", undesired="reject_loan").train
    assert whole.sampled == whole.rows and " rows, chosen by a hash" not in whole.model.text
    for name in ("accuracy", "precision", "recall", "f1", "majority"):
        assert whole.all_rows[name] == pytest.approx(float(measured[name]), abs=1e-5), name


def test_dask_sends_distinct_rows_with_counts():
    dd = pytest.importorskip("dask.dataframe")
    import cogs.dask

    frame = pd.DataFrame({"debt": [i * 37 % 40 for i in range(30000)], "score": [i * 11 % 23 for i in range(30000)]})
    frame["decision"] = ["no" if d > 20 or s < 5 else "yes" for d, s in zip(frame.debt, frame.score)]
    found = cogs.dask.learn(dd.from_pandas(frame, npartitions=4), label="decision", undesired="no", sample=5000)
    assert found.distinct == 40 * 23 and found.sampled == found.rows == 30000
    ordered = frame.sort_values(list(frame.columns), ignore_index=True)
    whole = cogs.learn(ordered, label="decision", undesired="no")
    said, _, text = found.model.text.partition("\n")
    assert said == "% Learned from all 30000 rows, 920 distinct ones with counts."
    assert text == whole.model.text and found.learned.train == whole.train
    never = cogs.dask.learn(dd.from_pandas(frame, npartitions=4), label="decision", undesired="no", sample=5000, distinct=False)
    assert never.distinct is None and never.sampled < 8000


def test_a_sample_has_enough_of_rare_classes():
    dd = pytest.importorskip("dask.dataframe")
    import cogs.dask

    frame = pd.DataFrame({"id": range(50000), "debt": [i * 37 % 9001 for i in range(50000)]})
    frame["decision"] = ["fraud" if d > 8990 else "fine" for d in frame.debt]
    rare = int((frame.decision == "fraud").sum())
    found = cogs.dask.learn(dd.from_pandas(frame, npartitions=4), label="decision", undesired="fraud", sample=2000, ignore=["id"],
                            distinct=False)  # fmt: skip
    taken = sum(found.learned.train["confusion"]["fraud"].values())
    assert rare < 100 and taken == rare  # the same share of all would have taken three
    assert "% Rare classes have more of their rows in it" in found.model.text
    assert found.all_rows["rows"] == 50000 and found.all_rows["accuracy"] > 0.99


def test_ray(model):
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    import cogs.ray

    frame = people(60000)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        dataset = ray.data.from_arrow(pa.Table.from_pandas(frame, preserve_index=False)).repartition(8)
        same(cogs.ray.batch(model, dataset, batch_size=5000).to_pandas(), model.batch(frame))
        rows = dataset.to_pandas()  # numbers of rows are places in this order
        audit = cogs.ray.audit(model, dataset, by=["age"], strict=False).to_json(timing=False)
        assert audit == model.audit(rows, by=["age"], strict=False).to_json(timing=False)
        with pytest.raises(cogs.OptionsError, match="tasks"):
            cogs.ray.batch(model, dataset, concurrency="actors")
    finally:
        ray.shutdown()


def test_a_million_rows_by_every_way(adult_file, adult, program, tmp_path):
    """Statuses, costs and paths are those of the command line, row by row."""
    import subprocess
    import sys

    duckdb = pytest.importorskip("duckdb")
    pl = pytest.importorskip("polars")
    source = pd.read_csv(adult_file, dtype=str, keep_default_na=False)
    rows = 1_000_000
    texts = pd.concat([source] * (rows // len(source) + 1), ignore_index=True).iloc[:rows]
    texts.to_csv(tmp_path / "people.csv", index=False)
    program("batch", ROOT / "examples/adult/adult.cogs", tmp_path / "people.csv", "-o", tmp_path / "answers.csv")
    expected = pd.read_csv(tmp_path / "answers.csv", dtype=str, keep_default_na=False)
    typed = texts.copy()
    for name in ("age", "education_num", "capital_gain"):
        typed[name] = pd.to_numeric(typed[name])
    categories = typed.astype({name: "category" for name in ("marital_status", "relationship", "sex")})
    ways = {"texts": texts, "typed": typed, "categories": categories, "polars": pl.from_pandas(typed),
            "pyarrow": pa.Table.from_pandas(categories, preserve_index=False), "duckdb": duckdb.sql("from typed")}  # fmt: skip
    for way, table in ways.items():
        found = adult.batch(table, form="text", columns="only")
        found = found if isinstance(found, pd.DataFrame) else found.to_pandas()
        for name in ("cogs_status", "cogs_cost", "cogs_certain", "cogs_changes", "cogs_path"):
            assert (found[name].fillna("").astype(str).values == expected[name].values).all(), (way, name)
    typed.to_parquet(tmp_path / "people.parquet")
    subprocess.run([sys.executable, "-m", "cogs", "batch", "-q", str(ROOT / "examples/adult/adult.cogs"),
                    str(tmp_path / "people.parquet"), "-o", str(tmp_path / "answers.parquet")], check=True)  # fmt: skip
    found = pd.read_parquet(tmp_path / "answers.parquet")
    assert (found.cogs_status.values == expected.cogs_status.values).all()
    assert (found.cogs_path.fillna("").values == expected.cogs_path.values).all()
    assert (found.cogs_cost.fillna(-1).values == pd.to_numeric(expected.cogs_cost).fillna(-1).values).all()
