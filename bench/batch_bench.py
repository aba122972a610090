#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast `cogs batch` is on Adult and on a large file made from it; tables in Markdown.

    batch_bench.py --cogs build/release/apps/cli/cogs --adult adult.csv [--rows 10000000] [--runs 5]

The large file repeats the records of Adult with ages, hours, gains and weights moved a little, so
that numbers keep their distribution and most rows are new. It is written once, to --folder. Times
are of the whole process, the least of --runs; memory is the peak of the process.
"""

import argparse
import csv
import os
import random
import subprocess
import sys
import time
from multiprocessing import Process
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODEL = ROOT / "examples" / "adult" / "adult.cogs"


def make_undesired(adult, folder):
    target = folder / "adult_undesired.csv"
    with open(adult, newline="") as source, open(target, "w", newline="") as out:
        rows = csv.reader(source)
        writer = csv.writer(out, lineterminator="\n")
        header = next(rows)
        writer.writerow(header)
        writer.writerows(row for row in rows if row[-1].strip() == "<=50K")
    return target


def large_name(folder, rows):
    return folder / f"adult_{rows}.csv"


def make_large(adult, folder, rows):
    target = large_name(folder, rows)
    if target.exists():
        return
    draw = random.Random(1)
    with open(adult, newline="") as source:
        table = list(csv.reader(source))
    header, people = table[0], table[1:]
    at = {name: i for i, name in enumerate(header)}
    partial = target.with_suffix(".partial")
    with open(partial, "w") as out:
        out.write(",".join(header) + "\n")
        for n in range(rows):
            row = list(people[n % len(people)])
            if n >= len(people):
                noise = draw.getrandbits(40)
                row[at["age"]] = str(min(90, max(17, int(row[at["age"]]) + noise % 7 - 3)))
                row[at["hours_per_week"]] = str(
                    min(99, max(1, int(row[at["hours_per_week"]]) + (noise >> 3) % 5 - 2)))
                row[at["fnlwgt"]] = str(int(row[at["fnlwgt"]]) + (noise >> 6) % 1000)
                gain = int(row[at["capital_gain"]])
                if gain:
                    row[at["capital_gain"]] = str(min(99999, gain + (noise >> 16) % 400))
            out.write(",".join(row) + "\n")
    os.rename(partial, target)


def run(command):
    """Seconds by the clock and of the processor, and peak memory in MB, of one process."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"{command} ended with {status}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(command, runs):
    results = [run(command) for _ in range(runs)]
    wall, cpu, memory = zip(*results)
    return min(wall), min(cpu), max(memory)


def read_by_python(file):
    begin = time.perf_counter()
    with open(file, newline="") as source:
        count = sum(1 for _ in csv.reader(source)) - 1
    return time.perf_counter() - begin, count


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cogs", required=True)
    parser.add_argument("--adult", required=True)
    parser.add_argument("--folder", default=".", type=Path)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    batch = [options.cogs, "batch", str(MODEL), "-q"]

    print(f"load before: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores\n")
    undesired = make_undesired(options.adult, options.folder)
    python = min(read_by_python(undesired)[0] for _ in range(options.runs))
    rows = read_by_python(undesired)[1]
    seconds, cpu, _ = best([*batch, str(undesired), "-o", "/dev/null", "--threads", "1"], options.runs)
    print("| Adult, undesired label | rows | ms | of Python's csv reading it |\n|---|---|---|---|")
    print(f"| Python's csv module, reading only | {rows} | {1000 * python:.1f} | 1 |")
    print(f"| `cogs batch`, one thread | {rows} | {1000 * seconds:.1f} | {seconds / python:.2f} |\n")

    print("| rows | threads | output | s | CPU s | rows/s | rows/CPU s | peak memory |\n"
          "|---|---|---|---|---|---|---|---|")
    timed = {}
    for count in (options.rows // 100, options.rows // 10, options.rows):
        # In a process of its own: the memory of this one counts as a start value in its children.
        maker = Process(target=make_large, args=(options.adult, options.folder, count))
        maker.start()
        maker.join()
        if maker.exitcode != 0:
            sys.exit("the large file could not be made")
        data = large_name(options.folder, count)
        kinds = [(1, "CSV", []), (2, "CSV", [])]
        if count == options.rows:
            kinds += [(1, "CSV, --reasons 4", ["--reasons", "4"]), (1, "JSON Lines", ["--jsonl"])]
        for threads, name, more in kinds:
            seconds, cpu, memory = best([*batch, str(data), "-o", "/dev/null", "--threads",
                                    str(threads), *more], options.runs)
            timed[count, threads, name] = seconds
            print(f"| {count} | {threads} | {name} | {seconds:.3f} | {cpu:.3f} | "
                  f"{count / seconds:,.0f} | {count / cpu:,.0f} | {memory:.0f} MB |", flush=True)
    ratio = timed[options.rows, 1, "CSV"] / timed[options.rows, 2, "CSV"]
    print(f"\nTwo threads: {ratio:.2f} times as fast as one on {options.rows} rows.")


if __name__ == "__main__":
    main()
