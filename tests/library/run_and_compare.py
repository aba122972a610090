# SPDX-License-Identifier: Apache-2.0
#
# run_and_compare.py PROGRAM EXPECTED: exit 0 if the program prints the text of the file.
import difflib
import subprocess
import sys

program, expected = sys.argv[1:]
run = subprocess.run([program], capture_output=True, text=True, check=False, timeout=60)
with open(expected, encoding="utf-8") as file:
    lines = file.read().splitlines()
difference = list(difflib.unified_diff(lines, run.stdout.splitlines(), expected, program, n=1,
                                       lineterm=""))
print("\n".join(difference), run.stderr, sep="\n")
sys.exit(1 if difference or run.returncode != 0 else 0)
