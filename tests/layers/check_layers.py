#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a source tree against the layer table of its ARCHITECTURE.md.

    check_layers.py ROOT

- every #include "folder/file.h" names a file that exists, in a folder that the table allows;
- every #include <...> is the standard library's, or listed for the folder in the table;
- the links in src/CMakeLists.txt are the table's;
- every source file opens with the SPDX line.

Prints one line for each fault; exit 1 if there is any.
"""

import re
import sys
from pathlib import Path

SPDX = "SPDX-License-Identifier: Apache-2.0"
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
ROW = re.compile(r"^\|\s*((?:src|apps)/\w+)\s*\|[^|]*\|([^|]*)\|([^|]*)\|\s*$")
LINKS = re.compile(r"^cogs_layer\((\w+)([^)]*)\)", re.MULTILINE)


class Layer:
    def __init__(self, may_include, outside):
        self.may_include = may_include
        self.outside = outside

    def allows_outside(self, header):
        return any(header.startswith(o) if o.endswith("/") else header == o for o in self.outside)


def read_table(root):
    layers = {}
    for line in (root / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines():
        row = ROW.match(line)
        if row:
            folder, may_include, outside = row.groups()
            layers[folder] = Layer(may_include.split(), re.findall(r"`([^`]+)`", outside))
    return layers


def is_standard(header):
    return re.fullmatch(r"[a-z_0-9]+", header) is not None


def check_file(root, path, folder, layer):
    own = folder.split("/")[1]
    lines = path.read_text(encoding="utf-8").splitlines()
    where = path.relative_to(root)
    if SPDX not in (lines[0] if lines else ""):
        yield f"{where}:1: the first line is not the SPDX line"
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        quote, header = found.groups()
        if quote == "<":
            if not is_standard(header) and not layer.allows_outside(header):
                yield f"{where}:{number}: <{header}> is not listed for {folder}"
            continue
        base = root / "apps" if folder.startswith("apps/") and header.startswith(own + "/") \
            else root / "src"
        target = header.split("/")[0]
        if "/" not in header or ".." in header:
            yield f"{where}:{number}: \"{header}\": write the folder, as in \"base/number.h\""
        elif not (base / header).is_file():
            yield f"{where}:{number}: \"{header}\" does not exist"
        elif target != own and target not in layer.may_include:
            yield f"{where}:{number}: {folder} may not include {target} (\"{header}\")"


def check_links(root, layers):
    cmake = root / "src" / "CMakeLists.txt"
    if not cmake.is_file():
        return
    seen = set()
    for name, below in LINKS.findall(cmake.read_text(encoding="utf-8")):
        seen.add(f"src/{name}")
        layer = layers.get(f"src/{name}")
        if layer is None:
            yield f"src/CMakeLists.txt: {name} is not in the layer table"
        elif below.split() != layer.may_include:
            yield (f"src/CMakeLists.txt: {name} links {below.split()}, "
                   f"the table says {layer.may_include}")
    for folder in layers:
        if folder.startswith("src/") and folder not in seen:
            yield f"src/CMakeLists.txt: {folder} of the layer table has no cogs_layer line"


def check(root):
    layers = read_table(root)
    if not layers:
        yield "ARCHITECTURE.md: no layer table found"
        return
    yield from check_links(root, layers)
    for top in ("src", "apps"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            parts = path.relative_to(root).parts
            folder = "/".join(parts[:2])
            if len(parts) < 3 or folder not in layers:
                yield f"{path.relative_to(root)}: its folder is not in the layer table"
                continue
            yield from check_file(root, path, folder, layers[folder])
    for top in ("tests", "bench"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp", ".py") or path.name == "CMakeLists.txt":
                if SPDX not in "\n".join(path.read_text(encoding="utf-8").splitlines()[:2]):
                    yield f"{path.relative_to(root)}:1: the SPDX line is missing"


def main():
    faults = list(check(Path(sys.argv[1]).resolve()))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
