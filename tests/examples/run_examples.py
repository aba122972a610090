#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of examples/*/*.cmd and compares what they print.

    run_examples.py COGS EXAMPLES [--update] [STORY/CASE ...]

CASE.cmd holds one command as a person would type it in that folder; "# exit N" behind it says
that it ends with N instead of 0. Its output is in CASE.expected.txt; with --json --no-timing
added, in CASE.expected.json. Answers of `recourse` must also pass `cogs check`. With --update the
expected outputs are written anew: read the difference before you commit it.
"""

import argparse
import difflib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path


class Failure(Exception):
    pass


def read_command(path):
    text = path.read_text(encoding="utf-8").strip()
    code = re.search(r"#\s*exit (\d+)\s*$", text)
    words = shlex.split(text, comments=True)
    if not words or words[0] != "cogs":
        raise Failure(f"{path}: the command does not start with cogs")
    return words[1:], int(code.group(1)) if code else 0


def run(cogs, arguments, folder, code):
    done = subprocess.run([cogs, *arguments], cwd=folder, capture_output=True, encoding="utf-8",
                          check=False, timeout=60)
    if done.returncode != code:
        raise Failure(f"cogs {shlex.join(arguments)}: exit {done.returncode}, expected {code}\n"
                      f"{done.stderr}{done.stdout}")
    return done.stdout


def compare(path, actual, update):
    if update:
        path.write_text(actual, encoding="utf-8")
        return
    if not path.is_file():
        raise Failure(f"{path.name} is missing; --update writes it")
    expected = path.read_text(encoding="utf-8")
    if actual != expected:
        raise Failure("".join(difflib.unified_diff(
            expected.splitlines(True), actual.splitlines(True), str(path.name), "printed")))


def run_case(cogs, case, update):
    arguments, code = read_command(case)
    folder = case.parent
    compare(case.with_suffix(".expected.txt"), run(cogs, arguments, folder, code), update)
    printed = run(cogs, [*arguments, "--json", "--no-timing"], folder, code)
    json.loads(printed)
    expected = case.with_suffix(".expected.json")
    compare(expected, printed, update)
    if arguments[0] == "recourse":
        run(cogs, ["check", arguments[1], expected.name], folder, 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cogs", type=Path)
    parser.add_argument("examples", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_intermixed_args()
    cases = ([options.examples / (case + ".cmd") for case in options.cases]
             or sorted(options.examples.glob("*/*.cmd")))
    if not cases:
        print(f"no cases in {options.examples}")
        return 1
    failed = 0
    for case in cases:
        try:
            run_case(str(options.cogs.resolve()), case, options.update)
        except (Failure, OSError, ValueError, subprocess.TimeoutExpired) as failure:
            failed += 1
            print(f"FAILED {case}\n{failure}")
    print(f"{len(cases) - failed} of {len(cases)} cases as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
