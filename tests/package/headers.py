#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""headers.py INSTALLED PUBLIC: what is installed are the public headers, and all that these include
is standard or one of them."""

import re
import sys
from pathlib import Path


def main():
    installed, public = Path(sys.argv[1]), Path(sys.argv[2])
    there = {str(p.relative_to(installed)) for p in installed.rglob("*") if p.is_file()}
    wanted = {"cogs/" + p.name for p in public.glob("*.h")}
    faults = [f"installed, and no public header: {name}" for name in sorted(there - wanted)]
    faults += [f"not installed: {name}" for name in sorted(wanted - there)]
    for name in sorted(there & wanted):
        for header in re.findall(r'#include\s*[<"]([^>"]+)', (installed / name).read_text()):
            if not re.fullmatch(r"[a-z_0-9]+", header) and header not in wanted:
                faults.append(f"{name} includes {header}")
    print("\n".join(faults))
    return 1 if faults or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
