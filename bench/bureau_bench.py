#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands on a made-up credit bureau of 23 numeric features (make_bureau.py); in Markdown.

    bureau_bench.py --cogs build/release/apps/cli/cogs [--folder DIR] [--rows 10000] [--limit 60]
                    [--only batch,audit,recourse,certain,counterfactuals]

`batch` and `audit` read the whole table, on one thread; `counterfactuals` and `recourse` are asked
for --people people, one process each. A process is cut after --limit seconds of CPU time, or with
4 GB. Times are of whole processes: CPU by median and worst, and the clock on the wall beside it.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


PATIENCE = 3  # after so many that were cut, no more people are asked for


def text(seconds):
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def run(command, limit, out):
    """CPU and wall seconds of a process, peak of memory in MB, and its exit code; None: cut."""
    def give_limit():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    begin = time.perf_counter()
    with open(out, "wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE,
                                   preexec_fn=give_limit)
        errors = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
    wall, cpu = time.perf_counter() - begin, usage.ru_utime + usage.ru_stime
    code = os.waitstatus_to_exitcode(status)
    if code < 0 or cpu >= limit:
        code = None
    elif code not in (0, 1, 4):
        sys.exit(f"{' '.join(command)} ended with {code}:\n{errors}")
    return cpu, wall, usage.ru_maxrss / 1024, code


def row(name, runs, remark):
    cpu = [r[0] for r in runs]
    cut = sum(r[3] is None for r in runs)
    print(f"| {name} | {len(runs)} | {cut} | {text(statistics.median(cpu))} | {text(max(cpu))} "
          f"| {text(statistics.median(r[1] for r in runs))} | {max(r[2] for r in runs):.0f} MB "
          f"| {remark} |", flush=True)


def rows_of(path):
    with open(path, "rb") as file:
        return max(0, sum(1 for _ in file) - 1)


def status_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            answer = json.load(file)
    except ValueError:
        return "cut"
    return answer.get("status") or answer.get("recourse", {}).get("status") or "answered"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cogs", required=True)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--rows", type=int, default=10000)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", type=lambda names: names.split(","),
                        default=["batch", "audit", "recourse", "certain", "counterfactuals"])
    args = parser.parse_args()
    folder = args.folder or Path(tempfile.mkdtemp())
    made = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("make_bureau.py")), str(folder), "--rows",
         str(args.rows), "--people", str(args.people)], check=True, stdout=subprocess.PIPE)
    print(made.stdout.decode().splitlines()[0] + ".\n")
    model, table = str(folder / "bureau.cogs"), str(folder / "bureau.csv")
    print("| command | runs | cut | CPU, median | CPU, worst | wall, median | peak memory | |")
    print("|---|---|---|---|---|---|---|---|")

    def ask(words, out):
        command = [args.cogs, *words, "--threads", "1", "--memory-limit", "4G"]
        return run(command, args.limit, folder / out)

    for name, more in (("batch", []), ("audit", ["--json"])):
        if name not in args.only:
            continue
        done = ask([name, model, table, *more], name + ".out")
        remark = f"{rows_of(folder / 'batch.out')} rows written" if name == "batch" else ""
        row(f"`{name}`", [done], remark)
    for name, more in (("recourse", []), ("recourse", ["--certain"]), ("counterfactuals", [])):
        if (more or [name])[0].lstrip("-") not in args.only:
            continue
        runs, statuses = [], {}
        for person in range(args.people):
            out = f"{name}_{person}.out"
            runs.append(ask([name, model, str(folder / f"person_{person}.json"), "--json", *more],
                            out))
            status = status_of(folder / out)
            statuses[status] = statuses.get(status, 0) + 1
            if sum(r[3] is None for r in runs) == PATIENCE:
                break
        remark = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
        row("`" + " ".join([name, *more]) + "`", runs, remark)


if __name__ == "__main__":
    main()
