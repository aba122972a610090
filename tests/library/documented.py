# SPDX-License-Identifier: Apache-2.0
#
# documented.py PAGE FILE...: exit 0 if every file stands in a fenced block of the page, whole and
# word for word.
import sys

page, *files = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    blocks = file.read().split("```")[1::2]
contents = [block.split("\n", 1)[1] for block in blocks if "\n" in block]
missing = [name for name in files if open(name, encoding="utf-8").read() not in contents]
for name in missing:
    print(f"{page} does not show {name} as it is")
sys.exit(1 if missing else 0)
