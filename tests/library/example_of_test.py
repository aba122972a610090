# SPDX-License-Identifier: Apache-2.0
#
# example_of_test.py PAGE TEST.cpp: exit 0 if what stands between `// [example]` and `// [end]` in
# the test is a fenced block of the page, but for its indentation.
import sys
import textwrap

page, test = (open(name, encoding="utf-8").read() for name in sys.argv[1:3])
example = test.split("// [example]\n")[1].split("// [end]")[0]
example = textwrap.dedent(example.rstrip(" "))
blocks = [block.split("\n", 1)[1] for block in page.split("```")[1::2] if "\n" in block]
if example not in blocks:
    print(f"{sys.argv[1]} does not show the example of {sys.argv[2]} as it is:\n{example}")
    sys.exit(1)
