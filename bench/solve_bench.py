#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long `cogs solve` takes for all answers, beside s(CASP) and clingo; tables in Markdown.

  solve_bench.py --cogs build/release/apps/cli/cogs
  solve_bench.py --cogs ... --reference scasp --programs sCASP-repository --out solve.md

CPU time (user and system) of the whole process, the least of ten runs (of three above 2 s, of one
above 10 s). What is cut counts as the limit. --programs names a copy of the s(CASP) repository:
its programs are run where they lie; without it only generated programs are. Without --reference,
or without clingo, their columns stay empty.
"""

import argparse
import contextlib
import fcntl
import math
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import clingo_programs
import solve_programs

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
CALCULUS = "examples/benchmark_EventCalculus/lopstr19/aux-sasp"

# name, file of the repository, query that replaces the file's, whether it grounds
REPOSITORY = [
    ("hanoi 8", "test/all_programs/hanoi.pl", "hanoi(8,T)", False),
    ("hanoi 10", "test/all_programs/hanoi.pl", "hanoi(10,T)", False),
    ("queens", "test/all_programs/queens.pl", None, False),
    ("queens_old 6", "test/all_programs/queens_old.pl", "nqueens(6,Q)", False),
    ("bec_light", "test/all_programs/bec_light.pl", None, False),
    ("bec_loan", "test/all_programs/bec_loan.pl", None, False),
    ("bec_light_sasp_discrete_0.5", f"{CALCULUS}/bec_light_sasp_discrete_0.5.pl", None, False),
    ("hamiltonian_scasp", "test/min_programs/hamiltonian_scasp.pl", None, False),
    ("stream_reasoning", "test/min_programs/stream_reasoning.pl", None, False),
    ("yale_shooting", "test/min_programs/yale_shooting_casp_v2.pl", None, False),
    ("hamilton_c", "test/all_programs/dcc/hamilton_c.pl", None, True),
]


class Run:
    """The least CPU time of several runs, the peak memory and the number of answers."""

    def __init__(self, seconds, megabytes, answers, cut, failed):
        self.seconds, self.megabytes, self.answers = seconds, megabytes, answers
        self.cut, self.failed = cut, failed


def high_water(pid):
    """The most memory that the program has used so far, in kilobytes. (The usage that wait4 gives
    counts what the process was before it became the program: a copy of this one.)"""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            text = status.read()
    except OSError:
        return 0
    if "Name:\tpython" in text:  # not yet the program
        return 0
    found = re.search(r"^VmHWM:\s*(\d+) kB", text, re.M)
    return int(found.group(1)) if found else 0


def start(command, out, memory):
    """Without a function to run in the child: Python would copy itself for that, and the copying
    would count as the program's time."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                               stderr=subprocess.DEVNULL, start_new_session=True, close_fds=False)
    with contextlib.suppress(ProcessLookupError):  # it has ended already
        resource.prlimit(process.pid, resource.RLIMIT_AS, (memory << 20, memory << 20))
    return process


def run_once(command, limit, memory):
    with tempfile.TemporaryFile() as out:
        begin = time.monotonic()
        process = start(command, out, memory)
        cut, peak, pid, pause = False, 0, 0, 0.0005
        while not pid:
            time.sleep(pause)
            elapsed = time.monotonic() - begin
            if elapsed > 0.2:
                peak, pause = max(peak, high_water(process.pid)), 0.01
            if elapsed > limit:
                cut = True
                os.killpg(process.pid, signal.SIGKILL)
            pid, status, usage = os.wait4(process.pid, 0 if cut else os.WNOHANG)
        process.returncode = 0
        out.seek(0)
        text = out.read().decode(errors="replace")
    return usage.ru_utime + usage.ru_stime, peak / 1024, text, cut, status


def memory_of_short_run(command, memory):
    """Megabytes. The program writes to a pipe that is full, so that it waits to be looked at."""
    ours, theirs = os.pipe()
    fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, 4096)
    os.write(theirs, b" " * 4096)
    process = start(command, theirs, memory)
    os.close(theirs)
    peak, pid = 0, 0
    while not pid:
        time.sleep(0.02)
        peak = max(peak, high_water(process.pid))
        with open(f"/proc/{process.pid}/stat", encoding="ascii", errors="replace") as stat:
            waiting = stat.read().rpartition(")")[2].split()[0] == "S"
        if waiting:
            os.read(ours, 4096)
        pid, _, _ = os.wait4(process.pid, os.WNOHANG)
    process.returncode = 0
    os.close(ours)
    return peak / 1024


def measure(command, count_answers, options):
    best, peak, runs, answers = math.inf, 0.0, 0, 0
    while runs < (options.runs if best < 2 else 3 if best < 10 else 1):
        seconds, megabytes, text, cut, status = run_once(command, options.timeout, options.memory)
        runs += 1
        peak = max(peak, megabytes)
        answers = count_answers(text)
        code = os.waitstatus_to_exitcode(status)
        if cut:
            return Run(options.timeout, peak, answers, True, False)
        if code < 0 or (code > 1 and code not in (10, 20, 30)):  # 10, 20, 30: clingo
            return Run(options.timeout, peak, answers, False, True)
        best = min(best, seconds)
    if best < 1:
        peak = max(peak, memory_of_short_run(command, options.memory))
    return Run(best, peak, answers, False, False)


def scasp_answers(text):
    return len(re.findall(r"^% *Answer [0-9,]+ ", text, re.M))


def clingo_answers(text):
    found = re.search(r"^Models\s*:\s*(\d+)", text, re.M)
    return int(found.group(1)) if found else 0


def duration(run):
    if run is None:
        return ""
    if run.cut:
        return f"> {run.seconds:g} s"
    if run.failed:
        return "failed"
    return f"{run.seconds:.2f} s" if run.seconds >= 1 else f"{1000 * run.seconds:.1f} ms"


def memory(run):
    return "" if run is None else f"{run.megabytes:.1f} MB"


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="cogs-solve-bench-")

    def file(self, name, text):
        path = os.path.join(self.folder, re.sub(r"\W", "_", name) + ".pl")
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def cogs(self, path, query=None):
        command = shlex.split(self.options.cogs) + ["solve", "-s0", "--no-color", "--unknown=fail"]
        return measure(command + ([f"--query={query}"] if query else []) + [path],
                       scasp_answers, self.options)

    def reference(self, path, query=None):
        if not self.options.reference:
            return None
        command = shlex.split(self.options.reference) + ["-s0", "--no-color", "--unknown=fail"]
        return measure(command + ([f"--query={query}"] if query else []) + [path],
                       scasp_answers, self.options)

    def clingo(self, name, text):
        if not shutil.which("clingo"):
            return None
        path = self.file(name + " clingo", solve_programs.for_clingo(text))
        return measure(["clingo", "0", "--quiet=2", "--warn=none", path], clingo_answers,
                       self.options)

    def programs(self):
        """name, path, query, text if it grounds"""
        if self.options.programs:
            for name, path, query, grounds in REPOSITORY:
                full = os.path.join(self.options.programs, path)
                with open(full, encoding="utf-8", errors="replace") as file:
                    yield name, full, query, file.read() if grounds else None
        text = solve_programs.colouring(5)
        yield "3-colouring of 5 nodes", self.file("colouring", text), None, text
        for example, record in (("cars", "car"), ("adult", "person")):
            exported = subprocess.run(
                shlex.split(self.options.cogs) + [
                    "export", f"{EXAMPLES}/{example}/{example}.cogs", "--to", "scasp",
                    f"{EXAMPLES}/{example}/{record}.json"],
                check=True, capture_output=True, text=True).stdout
            yield f"{example}: the decision", self.file(example, exported), None, None
            text = solve_programs.counterfactuals(exported)
            name = f"{example}: all counterfactuals"
            yield name, self.file(name, text), None, None

    def table(self):
        ratios, begun = [], False
        for name, path, query, grounded in self.programs():
            if self.options.only and self.options.only not in name:
                continue
            if not begun:
                begun = True
                yield "| program | cogs | s(CASP) | ratio | clingo | memory, cogs | memory, s(CASP) | answers |"
                yield "|---|---|---|---|---|---|---|---|"
            ours, theirs = self.cogs(path, query), self.reference(path, query)
            clingo = self.clingo(name, grounded) if grounded else None
            ratio = ""
            if theirs is not None:
                ratios.append(theirs.seconds / ours.seconds)
                ratio = f"{ratios[-1]:.3g}"
            counts = [f"{ours.answers}"]
            for other, run in (("s(CASP)", theirs), ("clingo", clingo)):
                if run is not None and not run.cut and run.answers != ours.answers:
                    counts.append(f"{other} {run.answers}")
            yield (f"| {name} | {duration(ours)} | {duration(theirs)} | {ratio} | {duration(clingo)} "
                   f"| {memory(ours)} | {memory(theirs)} | {', '.join(counts)} |")
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            yield f"| **geometric mean** | | | **{mean:.3g}** | | | | |"

    def classics(self):
        """Programs of clingo's language: the best answer set, or the first, with its proof."""
        ratios = []
        yield "| program | cogs | cogs --tree | clingo | ratio, with proofs | cost |"
        yield "|---|---|---|---|---|---|"
        for name, text in clingo_programs.CLASSICS:
            if self.options.only and self.options.only not in name:
                continue
            path = self.file(name, text)
            command = shlex.split(self.options.cogs) + ["solve", "--no-color", path]
            cost = []

            def count(out, cost=cost):
                cost[:] = re.findall(r"^-?\d+@.*$", out, re.M)
                return scasp_answers(out)

            ours = measure(command, count, self.options)
            proved = measure(command + ["--tree"], count, self.options)
            theirs = (measure(["clingo", "--quiet=2", "--warn=none", path], clingo_answers,
                              self.options) if shutil.which("clingo") else None)
            ratio = ""
            if theirs is not None:
                ratios.append(proved.seconds / theirs.seconds)
                ratio = f"{ratios[-1]:.2g}"
            yield (f"| {name} | {duration(ours)} | {duration(proved)} | {duration(theirs)} "
                   f"| {ratio} | {' '.join(cost)} |")
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            yield f"| **geometric mean** | | | | **{mean:.2g}** | |"

    def growth(self):
        quick = self.options.quick
        series = [
            ("disks of a tower", solve_programs.towers, (4, 6, 8, 10, 12, 14, 16), False),
            ("queens", solve_programs.queens, (4, 5, 6, 7, 8), True),
            ("facts", solve_programs.facts, (1000, 10000, 100000, 1000000), True),
            ("depth of recursion", solve_programs.depth, (1000, 10000, 100000, 1000000), False),
            ("length of a path", solve_programs.chain, (1000, 10000, 100000, 1000000), True),
        ]
        yield "| series | size | cogs | memory | s(CASP) | clingo | answers |"
        yield "|---|---|---|---|---|---|---|"
        for name, make, sizes, grounds in series:
            if self.options.only and self.options.only not in name:
                continue
            gone = set()  # who was cut is not asked for more
            for size in sizes[:-2] if quick else sizes:
                text = make(size)
                path = self.file(f"{name} {size}", text)
                runs = {}
                for who, measured in (("cogs", lambda: self.cogs(path)),
                                      ("s(CASP)", lambda: self.reference(path)),
                                      ("clingo", lambda: self.clingo(name, text) if grounds else None)):
                    runs[who] = None if who in gone else measured()
                    if runs[who] is not None and (runs[who].cut or runs[who].failed):
                        gone.add(who)
                ours = runs["cogs"]
                yield (f"| {name} | {size} | {duration(ours)} | {memory(ours)} "
                       f"| {duration(runs['s(CASP)'])} | {duration(runs['clingo'])} "
                       f"| {ours.answers if ours else ''} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cogs", default="cogs", help="the command, without `solve`")
    parser.add_argument("--reference", help="the command of s(CASP)")
    parser.add_argument("--programs", help="a copy of the s(CASP) repository")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--timeout", type=float, default=60, help="seconds")
    parser.add_argument("--memory", type=int, default=4096, help="megabytes a run may use")
    parser.add_argument("--only", help="programs and series whose name holds this")
    parser.add_argument("--no-growth", action="store_true")
    parser.add_argument("--classics", action="store_true",
                        help="programs of clingo's language only, beside clingo")
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--out", help="a file, else the terminal")
    options = parser.parse_args()
    bench = Bench(options)
    with open(options.out, "w", encoding="utf-8") if options.out else sys.stdout as out:
        try:
            if options.classics:
                for line in bench.classics():
                    print(line, file=out, flush=True)
                return
            for line in bench.table():
                print(line, file=out, flush=True)
            if not options.no_growth:
                print(file=out)
                for line in bench.growth():
                    print(line, file=out, flush=True)
        finally:
            shutil.rmtree(bench.folder)


if __name__ == "__main__":
    main()
