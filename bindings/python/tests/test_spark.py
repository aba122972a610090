# SPDX-License-Identifier: Apache-2.0
"""Spark with two executors, real processes: `make test-clusters` runs this in an environment of its own, build/spark.

Workers have no cogs but the one that `ship` sends. COGS_CLUSTER_ROWS: how many rows (200,000).
"""

import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time
import zipfile
from pathlib import Path

import pytest
from conftest import LOAN

pytestmark = pytest.mark.clusters

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pytest.importorskip("pyspark")
import cogs  # noqa: E402

if not shutil.which("java"):
    pytest.skip("there is no Java", allow_module_level=True)

ROWS = int(os.environ.get("COGS_CLUSTER_ROWS", "200000"))
PACKAGE = Path(cogs.__file__).parent


def people(rows):
    return pd.DataFrame({
        "id": range(rows), "age": [18 + i % 70 for i in range(rows)], "debt": [i * 37 % 9000 for i in range(rows)],
        "bank_balance": [i * 991 % 120000 for i in range(rows)], "credit_score": [300 + i % 560 for i in range(rows)],
        "branch": [f"b{i % 7}" for i in range(rows)],
    })  # fmt: skip


@pytest.fixture(scope="module")
def frame():
    return people(ROWS)


@pytest.fixture(scope="module")
def model():
    return cogs.Model.parse(LOAN, "loan.cogs")


@pytest.fixture(scope="module")
def expected(model, frame):
    return model.batch(frame)


def settings(builder, folder):
    for name, value in {
        "spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "65536", "spark.sql.warehouse.dir": str(folder),
        "spark.speculation": "true", "spark.speculation.interval": "100ms", "spark.speculation.multiplier": "1.1",
        "spark.speculation.quantile": "0.3", "spark.sql.shuffle.partitions": "8", "spark.task.maxFailures": "8",
    }.items():  # fmt: skip
        builder = builder.config(name, value)
    return builder


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    from pyspark.sql import SparkSession

    import cogs.spark

    folder = tmp_path_factory.mktemp("spark")
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    session = settings(SparkSession.builder.master("local-cluster[2,1,1024]"), folder).getOrCreate()
    cogs.spark.ship(session, str(folder))
    yield session
    session.stop()
    # This way of running leaves what executors were given beside pyspark's own files.
    import pyspark

    shutil.rmtree(Path(pyspark.__file__).parent / "work", ignore_errors=True)


@pytest.fixture(scope="module")
def people_of_spark(spark, frame, tmp_path_factory):
    folder = tmp_path_factory.mktemp("people")
    step = max(1, ROWS // 8)
    for part, start in enumerate(range(0, ROWS, step)):
        frame.iloc[start : start + step].to_parquet(folder / f"part-{part:03}.parquet", index=False)
    return spark.read.parquet(str(folder))


def same(found, expected):
    found = found.sort_values("id").reset_index(drop=True)
    assert len(found) == len(expected) and found["id"].is_unique
    for name in ("id", "cogs_status", "cogs_cost", "cogs_certain", "cogs_changes", "cogs_path"):
        left, right = found[name], expected[name]
        assert (left.isna() == right.isna()).all(), name
        assert (left.dropna().astype(str).values == right.dropna().astype(str).values).all(), name


def test_batches_are_those_of_one_process(spark, model, people_of_spark, expected):
    import cogs.spark

    answers = cogs.spark.batch(model, people_of_spark)
    assert answers.columns[-5:] == ["cogs_status", "cogs_cost", "cogs_certain", "cogs_changes", "cogs_path"]
    same(answers.toPandas(), expected)
    with pytest.raises(cogs.OptionsError, match="effort_limit"):
        cogs.spark.batch(model, people_of_spark, person_time_limit=1)


def test_other_forms_and_decisions(spark, model, people_of_spark, frame):
    import cogs.spark

    few = people_of_spark.where("id < 500")
    texts = cogs.spark.batch(model, few, form="text", columns="only", reasons=2).toPandas()
    local = model.batch(frame[frame.id < 500], form="text", columns="only", reasons=2)
    assert sorted(map(str, texts.fillna("").values.tolist())) == sorted(map(str, local.fillna("").values.tolist()))
    whole = cogs.spark.batch(model, few, form="json", columns="only").toPandas()
    assert sorted(whole.cogs_answer) == sorted(model.batch(frame[frame.id < 500], form="json").cogs_answer)
    decided = cogs.spark.predict(model, few).toPandas().sort_values("id")
    local = model.predict(frame[frame.id < 500], strict=False)
    assert [d or None for d in decided.cogs_decision] == [None if pd.isna(d) else d for d in local]


def test_rows_with_errors_are_rows(spark, model, people_of_spark):
    import cogs.spark
    from pyspark.sql import functions as F

    bad = people_of_spark.limit(100).withColumn("debt", F.lit("none at all"))
    found = cogs.spark.batch(model, bad).toPandas()
    assert set(found.cogs_status) == {"error"} and found.cogs_path.str.contains("none at all").all()


def test_audits_are_those_of_one_process(spark, model, people_of_spark, frame):
    import cogs.spark

    collected = people_of_spark.toPandas()  # numbers of rows are places in this order
    local = model.audit(collected, by=["branch", "age"], cross=True, strict=False).to_json(timing=False)
    found = cogs.spark.audit(model, people_of_spark, by=["branch", "age"], cross=True, strict=False)
    assert found.to_json(timing=False) == local
    shuffled = cogs.spark.audit(model, people_of_spark.repartition(5, "debt"), by=["branch"], strict=False)
    assert shuffled.overall == model.audit(collected, by=["branch"], strict=False).overall
    with pytest.raises(cogs.InputError, match="cannot take"):
        cogs.spark.audit(model, people_of_spark)


def test_learning_from_a_sample(spark, people_of_spark, model):
    import cogs.spark

    labelled = cogs.spark.predict(model, people_of_spark.drop("branch", "id")).dropna()
    found = cogs.spark.learn(labelled, label="cogs_decision", undesired="reject_loan", sample=ROWS // 10)
    assert 0 < found.sampled < ROWS / 5 < found.rows == labelled.count()
    assert found.model.text.startswith(f"% Learned from {found.sampled} of {found.rows} rows")
    data = labelled.toPandas()
    decisions = found.model.predict(data)
    assert found.all_rows["rows"] == len(data)
    assert found.all_rows["accuracy"] == (decisions.values == data.cogs_decision.values).mean()


def test_learning_from_distinct_rows_with_counts(spark, people_of_spark, model):
    import cogs.spark

    labelled = cogs.spark.predict(model, people_of_spark.drop("branch", "id")).dropna().select("age", "credit_score", "cogs_decision")
    found = cogs.spark.learn(labelled, label="cogs_decision", undesired="reject_loan", sample=ROWS // 10)
    data = labelled.toPandas()
    assert found.distinct == len(data.drop_duplicates()) and found.sampled == found.rows == len(data)
    ordered = data.sort_values(list(data.columns), ignore_index=True)
    whole = cogs.learn(ordered, label="cogs_decision", undesired="reject_loan")
    assert found.model.text.partition("\n")[2] == whole.model.text and found.learned.train == whole.train
    # Of a rare class all rows are taken.
    rare = labelled.withColumn("cogs_decision", rare_or_other())
    found = cogs.spark.learn(rare, label="cogs_decision", undesired="rare", sample=ROWS // 10, distinct=False)
    data = rare.toPandas()
    taken = sum(found.learned.train["confusion"]["rare"].values())
    assert 0 < taken == (data.cogs_decision == "rare").sum() < ROWS / 200
    with pytest.raises(cogs.InputError, match="no column 'nothing'"):
        cogs.spark.learn(labelled, label="nothing", undesired="x")


def rare_or_other():
    from pyspark.sql import functions as F

    return F.when((F.col("credit_score") > 700) & (F.col("credit_score") < 703), "rare").otherwise("other")


def executors():
    """Processes that this one has started, by way of Spark."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue

    def ours(pid):
        while pid in parents and pid != 1:
            pid = parents[pid]
            if pid == os.getpid():
                return True
        return False

    found = []
    for pid in parents:
        try:
            said = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in said and ours(pid):
            found.append(pid)
    return found


def test_an_executor_that_dies_loses_nothing(spark, model, people_of_spark, expected, tmp_path):
    import cogs.spark

    target = tmp_path / "answers"
    slow = people_of_spark.repartition(24)
    failed = []

    def write():
        try:
            cogs.spark.batch(model, slow).write.parquet(str(target))
        except Exception as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    before, killed = executors(), None
    for _ in range(6000):
        if list(target.glob("_temporary/**/*.parquet")):
            killed = before[0]
            os.kill(killed, 9)
            break
        if not writer.is_alive():
            break
        time.sleep(0.05)
    writer.join(900)
    assert not writer.is_alive() and not failed, failed
    assert killed is not None, "all was written before anything could be seen of it"
    found = pd.read_parquet(target)
    assert list(target.glob("_SUCCESS")) and not list(target.glob("_temporary"))
    same(found, expected)


def packed(folder):
    """The package as a wheel would have it."""
    file = folder / "cogs_recourse.whl"
    with zipfile.ZipFile(file, "w") as out:
        for one in PACKAGE.rglob("*"):
            if one.is_file() and "__pycache__" not in one.parts:
                out.write(one, Path("cogs") / one.relative_to(PACKAGE))
    return file


@pytest.mark.parametrize("remote", [False, True], ids=["driver-without-native-module", "connect"])
def test_other_drivers(tmp_path, remote):
    """The driver has no native module, or is a client of Spark Connect: workers have what `ship` sends."""
    if remote:
        pytest.importorskip("grpc")
    bare = tmp_path / "bare"
    shutil.copytree(PACKAGE, bare / "cogs", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    (tmp_path / "loan.cogs").write_text(LOAN)
    master = 'remote("local-cluster[2,1,1024]")' if remote else 'master("local-cluster[2,1,1024]")'
    code = f"""
        import os, sys
        sys.path.insert(0, {str(bare)!r})
        os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
        import cogs.spark
        try:
            import cogs._core
            sys.exit("the native module is here")
        except ImportError:
            pass
        from pyspark.sql import SparkSession
        spark = SparkSession.builder.{master}.config("spark.ui.enabled", "false").getOrCreate()
        cogs.spark.ship(spark, {str(tmp_path)!r}, wheel={str(packed(tmp_path))!r})
        people = spark.range(2000).selectExpr("id", "20 + id % 50 as age", "id % 3 * 1000 as debt",
                                              "id * 61 as bank_balance", "599 as credit_score")
        rows = cogs.spark.batch({str(tmp_path / "loan.cogs")!r}, people).collect()
        print("rows", len(rows), sorted({{r.cogs_status for r in rows}}), sum(r.cogs_cost or 0 for r in rows))
        spark.stop()
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=500,
                          cwd=tmp_path)  # fmt: skip
    local = cogs.Model.parse(LOAN).batch([
        {"age": 20 + i % 50, "debt": i % 3 * 1000, "bank_balance": i * 61, "credit_score": 599} for i in range(2000)
    ])  # fmt: skip
    total = sum(row["cogs_cost"] or 0 for row in local)
    assert f"rows 2000 {sorted({row['cogs_status'] for row in local})} {total}" in done.stdout, done.stderr[-3000:]
