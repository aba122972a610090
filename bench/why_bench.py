#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long `cogs why` takes as a whole process for a record of the Adult example; a table in Markdown.

    why_bench.py --cogs build/release/apps/cli/cogs [--runs 200]
    why_bench.py --cogs ... --modules build/release/tests/pages

From the start of the process to its end, output into a file; kinds of output take turns, so that
what else the machine does meets them all. With --modules also how long Chromium takes to open the
page of a proof of 10,000 nodes (the folder is where tests/pages keeps its packages).
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

ROOT = Path(__file__).resolve().parent.parent
KINDS = [("text", []), ("tree", ["--tree"]), ("JSON", ["--json"]), ("page", ["--html", "-"]),
         ("reasons, all", ["--short", "--reasons", "99"])]


def one_run(cogs, options, sink):
    """Wall and CPU time in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run([cogs, "why", "adult.cogs", "person.json", *options], check=True, stdout=sink,
                   cwd=ROOT / "examples" / "adult")
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1000 * wall, 1000 * cpu


def processes(cogs, runs):
    times = {name: [] for name, _ in KINDS}
    with tempfile.TemporaryFile() as sink:
        for _ in range(runs):
            for name, options in KINDS:
                sink.seek(0)
                times[name].append(one_run(cogs, options, sink))
    print("| output | runs | least wall time | median wall time | median CPU |\n|---|---|---|---|---|")
    for name, taken in times.items():
        wall, cpu = zip(*taken)
        print(f"| {name} | {runs} | {min(wall):.2f} ms | {statistics.median(wall):.2f} ms "
              f"| {statistics.median(cpu):.2f} ms |")


def big_page(cogs, modules):
    sys.path.insert(0, str(ROOT / "tests" / "pages"))
    import browser  # pylint: disable=import-outside-toplevel
    import page_set  # pylint: disable=import-outside-toplevel
    with tempfile.TemporaryDirectory() as folder:
        pages = page_set.PageSet(cogs, ROOT / "examples", folder)
        pages.add_big(10000)
        size = pages.made["big"].stat().st_size
        done = browser.run(modules, ROOT / "tests" / "pages" / "time_opening.mjs",
                           f"big={pages.made['big']}")
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    taken = json.loads(done.stdout)
    print("\n| page | size | opens, least | opens, median | expand all, median |\n|---|---|---|---|---|")
    print(f"| 10,000 nodes | {size / 1e6:.2f} MB | {min(taken['open']):.0f} ms "
          f"| {statistics.median(taken['open']):.0f} ms | {statistics.median(taken['expand']):.0f} ms |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cogs", required=True)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--modules")
    options = parser.parse_args()
    cogs = str(Path(options.cogs).resolve())
    load = os.getloadavg()[0]
    processes(cogs, options.runs)
    if options.modules:
        big_page(cogs, Path(options.modules).resolve())
    print(f"\n{os.cpu_count()} cores; load {load:.1f} before, {os.getloadavg()[0]:.1f} after.")


if __name__ == "__main__":
    main()
