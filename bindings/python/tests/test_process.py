# SPDX-License-Identifier: Apache-2.0
"""Signals, forks, threads, memory: real processes."""

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from conftest import LOAN

import cogs

# Which of many features to set so that every set has one? Proving the least cost takes very long.
COVER = """
import cogs, random
draw = random.Random(12345)
text = "".join(f"#feature x{i} : {{no, yes}}.\\n" for i in range(200)) + "#undesired bad(X).\\n"
for _ in range(500):
    text += "bad(X) :- " + ", ".join(f"x{draw.randrange(200)}(X, no)" for _ in range(3)) + ".\\n"
model = cogs.Model.parse(text)
person = {f"x{i}": "no" for i in range(200)}
"""


def run(code, send_after=None, timeout=60):
    """Runs Python; sends SIGINT once it has said "go". Gives (exit code, output, seconds after the signal)."""
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
    started = time.monotonic()
    if send_after is not None:
        assert process.stdout.readline() == "go\n", process.stderr.read()
        time.sleep(send_after)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out + err, time.monotonic() - started


def test_ctrl_c_ends_a_batch():
    code, said, seconds = run(f"""
        import cogs, time
        model = cogs.Model.parse({LOAN!r})
        rows = {{"debt": list(range(300000)), "bank_balance": list(range(300000)),
                "credit_score": [599] * 300000, "age": [31] * 300000}}
        print("go", flush=True)
        began = time.monotonic()
        try:
            for _ in range(1000):
                model.batch(rows, columns="only", threads=1)
        except KeyboardInterrupt:
            print("interrupted")
    """, send_after=1.5)  # fmt: skip
    assert code == 0 and "interrupted" in said, said


@pytest.mark.parametrize("question", ["recourse(person)", "counterfactuals()", "recourse(person).html()"])
def test_ctrl_c_ends_a_single_question(question):
    code, said, seconds = run(COVER + f"""
print("go", flush=True)
try:
    while True:
        model.{question}
except KeyboardInterrupt:
    print("interrupted")
""", send_after=1.0)  # fmt: skip
    assert code == 0 and "interrupted" in said, said
    assert seconds < 5  # far below 0.1 s on an idle machine; this one may be busy


def test_ctrl_c_ends_learning():
    code, said, _ = run("""
        import cogs, random
        draw = random.Random(1)
        table = {f"c{i}": [draw.randint(0, 10**6) for _ in range(20000)] for i in range(12)}
        table["y"] = [draw.choice("ab") for _ in range(20000)]
        print("go", flush=True)
        try:
            while True:
                cogs.learn(table, label="y", undesired="a", prune=False)
        except KeyboardInterrupt:
            print("interrupted")
    """, send_after=1.0)
    assert code == 0 and "interrupted" in said, said


def test_a_handler_of_ones_own_is_left_in_place():
    code, said, _ = run(f"""
        import cogs, signal, os
        met = []
        signal.signal(signal.SIGINT, lambda *_: met.append(1))
        model = cogs.Model.parse({LOAN!r})
        way = model.recourse(dict(age=31, debt=5000, bank_balance=40000, credit_score=599))
        os.kill(os.getpid(), signal.SIGINT)
        assert met == [1] and way.path.cost == 2
        print("fine")
    """)  # fmt: skip
    assert code == 0 and "fine" in said, said


def test_progress_is_told_and_can_end_a_run(loan):
    told = []
    rows = {"debt": list(range(200000)), "bank_balance": [1] * 200000, "credit_score": [599] * 200000, "age": [3] * 200000}
    loan.batch(rows, columns="only", progress=lambda share, rows: told.append(rows))
    assert told and told == sorted(told) and told[-1] <= 200000

    class Enough(Exception):
        pass

    def enough(share, rows):
        raise Enough

    with pytest.raises(Enough):
        loan.batch(rows, columns="only", progress=enough)


def _cost(_):
    model = cogs.Model.parse(LOAN)
    return model.recourse({"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599}).path.cost


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_children_answer(loan, john):
    assert loan.recourse(john).path.cost == 2
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(_cost, range(8)) == [2] * 8


def test_models_go_to_other_processes(loan, john):
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(loan.recourse, john) for _ in range(3)]
        assert {f.result().path.cost for f in futures} == {2}


def test_eight_threads_on_one_model(loan, john):
    expected = loan.recourse(john).to_json(timing=False)
    faults = []

    def ask(start):
        for i in range(200):
            if loan.recourse(john).to_json(timing=False) != expected:
                faults.append(i)
            loan.recourse({**john, "debt": start + i})

    threads = [threading.Thread(target=ask, args=(1000 * n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_the_lock_is_free_while_a_batch_runs(loan):
    rows = {"debt": list(range(400000)), "bank_balance": list(range(400000)), "credit_score": [599] * 400000,
            "age": [3] * 400000}  # fmt: skip
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    pa = pytest.importorskip("pyarrow")
    table = pa.table(rows)
    other = threading.Thread(target=tick)
    other.start()
    before = len(ticks)
    for _ in range(5):
        loan.batch(table, columns="only", threads=1)
    after = len(ticks)
    done.set()
    other.join()
    assert after - before > 5


def _resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_nothing_is_left_behind(loan, john):
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"debt": list(range(20000)), "bank_balance": [1] * 20000, "credit_score": [599] * 20000,
                      "age": [3] * 20000})  # fmt: skip

    def work():
        for _ in range(10):
            loan.batch(table)
            loan.batch(table.to_pylist()[:100])
            for _ in loan.answers(table):
                break
            loan.predict(table)
            loan.recourse(john).html()
            with pytest.raises(cogs.InputError):
                loan.recourse({"x": 1})

    work()
    before = _resident()
    work()
    assert _resident() - before < 40 << 20


def test_streams_hold_few_rows(loan):
    """Answers of a stream of many batches, read one by one: memory stays as it is."""
    pa = pytest.importorskip("pyarrow")
    batch = pa.RecordBatch.from_pydict({"debt": list(range(10000)), "bank_balance": [1] * 10000,
                                        "credit_score": [599] * 10000, "age": [3] * 10000})  # fmt: skip
    made = []

    def batches():
        for i in range(100):
            made.append(i)
            yield batch

    rows, most = 0, 0
    reader = pa.RecordBatchReader.from_batches(batch.schema, batches())
    for answer in loan.answers(reader, threads=2):
        rows += answer.num_rows
        most = max(most, 10000 * len(made) - rows)
    assert rows == 1000000 and most < 100000


def test_the_package_is_there_at_once():
    """import cogs brings neither its own parts nor other packages along; the first answer no other packages."""
    code, said, _ = run(f"""
        import sys
        before = set(sys.modules)

        def brought():
            return sorted(n for n in set(sys.modules) - before if n.partition(".")[0] not in sys.stdlib_module_names)

        import cogs
        print(brought())
        model = cogs.Model.parse({LOAN!r})
        model.recourse(dict(age=31, debt=5000, bank_balance=40000, credit_score=599))
        print([n for n in brought() if not n.startswith("cogs")])
    """)  # fmt: skip
    assert code == 0 and said.splitlines() == ["['cogs']", "[]"], said


def test_without_packages():
    """Nothing is required: plain Python in and out."""
    code, said, _ = run(f"""
        import sys
        for name in ("numpy", "pandas", "pyarrow", "polars", "duckdb", "sklearn", "tqdm"):
            sys.modules[name] = None
        import cogs
        model = cogs.Model.parse({LOAN!r})
        out = model.batch([dict(age=31, debt=5000, bank_balance=40000, credit_score=599)])
        assert out[0]["cogs_status"] == "found" and out[0]["cogs_cost"] == 2.0, out
        learned = cogs.learn({{"a": [1, 2] * 50, "y": ["p", "q"] * 50}}, label="y", undesired="p")
        assert learned.model.predict({{"a": [1, 2]}}) == ["p", "q"]
        print(model.recourse(dict(age=31, debt=5000, bank_balance=40000, credit_score=599)).to_frame())
        print("fine")
    """)  # fmt: skip
    assert code == 0 and "fine" in said, said


def test_pandas_without_pyarrow():
    pytest.importorskip("pandas")
    code, said, _ = run(f"""
        import sys
        sys.modules["pyarrow"] = None
        import cogs, pandas as pd
        model = cogs.Model.parse({LOAN!r})
        frame = pd.DataFrame(dict(age=[31], debt=[5000], bank_balance=[40000.0], credit_score=["599"]), index=["j"])
        out = model.batch(frame)
        assert out.loc["j", "cogs_cost"] == 2.0 and out.loc["j", "cogs_path"].startswith("debt: 5000 -> 0"), out
        print("fine")
    """)  # fmt: skip
    assert code == 0 and "fine" in said, said
