#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a source tree against the layer table of its ARCHITECTURE.md.

    check_layers.py ROOT

- every #include "folder/file.h" names a file that exists, in a folder that the table allows;
- a folder inside a layer is in the table of rooms, and includes only rooms that stand there, or the
  files of its layer that lie in no room;
- every #include <cogs/...> is a public header, and those include no other headers of ours;
- every other #include <...> is the standard library's, or listed for the folder in the table;
- the links in src/CMakeLists.txt are the table's;
- every source file opens with the SPDX line.

Prints one line for each fault; exit 1 if there is any.
"""

import re
import sys
from pathlib import Path

PUBLIC = "cogs/"  # the headers that are installed; they live in src/api/cogs
SPDX = "SPDX-License-Identifier: Apache-2.0"
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
ROW = re.compile(r"^\|\s*((?:src|apps|bindings)/\w+)\s*\|[^|]*\|([^|]*)\|([^|]*)\|\s*$")
ROOM = re.compile(r"^\|\s*(src/\w+/\w+)\s*\|[^|]*\|([^|]*)\|\s*$")
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


def read_rooms(root):
    lines = (root / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    return {row.group(1): row.group(2).split() for row in map(ROOM.match, lines) if row}


def room_of(parts):
    """The room of a file src/layer/room/file; None where it lies in the layer itself."""
    return "/".join(parts[:3]) if len(parts) > 3 else None


def check_room(root, path, rooms):
    where = path.relative_to(root)
    room = room_of(where.parts)
    if room is None or parts_of_api(where) or where.parts[0] == "bindings":
        return
    if room not in rooms:
        yield f"{where}: {room} is not in the table of rooms"
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = INCLUDE.match(line)
        other = room_of(("src", *found.group(2).split("/"))) if found else None
        if other is None or other == room or other.split("/")[1] != room.split("/")[1]:
            continue
        if other.split("/")[2] not in rooms[room]:
            yield f"{where}:{number}: {room} may not include {other} (\"{found.group(2)}\")"


def parts_of_api(where):
    return where.parts[:3] == ("src", "api", "cogs")


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
        if quote == "<" and header.startswith(PUBLIC):
            if not (root / "src" / "api" / header).is_file():
                yield f"{where}:{number}: <{header}> does not exist"
            elif own != "api" and "api" not in layer.may_include:
                yield f"{where}:{number}: {folder} may not include api (<{header}>)"
            continue
        if quote == "<":
            if not is_standard(header) and not layer.allows_outside(header):
                yield f"{where}:{number}: <{header}> is not listed for {folder}"
            continue
        if folder.startswith("bindings/"):
            if not (path.parent / header).is_file():
                yield f"{where}:{number}: \"{header}\" does not lie beside it"
            continue
        if parts_of_api(where):
            yield f"{where}:{number}: a public header includes \"{header}\", which is not installed"
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
    rooms = read_rooms(root)
    for room in rooms:
        if not (root / room).is_dir():
            yield f"ARCHITECTURE.md: {room} of the table of rooms does not exist"
    for top in ("src", "apps", "bindings"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            parts = path.relative_to(root).parts
            folder = "/".join(parts[:2])
            if len(parts) < 3 or folder not in layers:
                yield f"{path.relative_to(root)}: its folder is not in the layer table"
                continue
            yield from check_file(root, path, folder, layers[folder])
            yield from check_room(root, path, rooms)
    for top in ("tests", "bench", "bindings"):
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
