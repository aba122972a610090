#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_layers finds each kind of fault in small trees made for the purpose."""

import tempfile
import unittest
from pathlib import Path

import check_layers

TABLE = """# Architecture
| folder | takes | may include | outside libraries |
|---|---|---|---|
| src/base | numbers | | `gmpxx.h` |
| src/model | text | base | |
| src/path | model | base model | `tsl/` |
| apps/cli | arguments | base | `CLI/` |
"""
CMAKE = "cogs_layer(base)\ncogs_layer(model base)\ncogs_layer(path base model)\n"
SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
GOOD = {
    "ARCHITECTURE.md": TABLE,
    "src/CMakeLists.txt": CMAKE,
    "src/base/number.h": SPDX + "#include <string>\n#include <gmpxx.h>\n",
    "src/model/model.h": SPDX + '#include "base/number.h"\n',
    "src/path/search.cpp": SPDX + '#include <tsl/robin_map.h>\n#include "model/model.h"\n',
    "apps/cli/main.cpp": SPDX + '#include <CLI/CLI.hpp>\n#include "cli/args.h"\n',
    "apps/cli/args.h": SPDX + '#include "base/number.h"\n',
}


class CheckLayers(unittest.TestCase):
    def faults(self, files=None):
        files = {**GOOD, **(files or {})}
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(check_layers.check(root))

    def assert_one(self, files, fragment):
        faults = self.faults(files=files)
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(fragment, faults[0])

    def test_a_good_tree_has_no_faults(self):
        self.assertEqual(self.faults(), [])

    def test_an_include_to_the_right_is_a_fault(self):
        self.assert_one({"src/base/number.h": SPDX + '\n#include "model/model.h"\n'},
                        "src/base/number.h:3: src/base may not include model")

    def test_an_app_that_skips_a_layer_is_a_fault(self):
        self.assert_one({"apps/cli/args.h": SPDX + '#include "model/model.h"\n'},
                        "apps/cli may not include model")

    def test_public_headers_are_included_by_those_who_may_alone(self):
        api = {
            "ARCHITECTURE.md": TABLE.replace("| apps/cli | arguments | base |",
                                             "| src/api | all | base | |\n"
                                             "| apps/cli | arguments | base api |"),
            "src/CMakeLists.txt": CMAKE + "cogs_layer(api base)\n",
            "src/api/cogs/value.h": SPDX + "#include <string>\n",
            "src/api/cogs/error.h": SPDX + "#include <cogs/value.h>\n",
            "src/api/error.cpp": SPDX + '#include <cogs/error.h>\n#include "base/number.h"\n',
            "apps/cli/args.h": SPDX + "#include <cogs/error.h>\n",
        }
        self.assertEqual(self.faults(api), [])
        self.assert_one({**api, "src/model/model.h": SPDX + "#include <cogs/value.h>\n"},
                        "src/model may not include api (<cogs/value.h>)")
        self.assert_one({**api, "src/api/cogs/error.h": SPDX + '#include "base/number.h"\n'},
                        'a public header includes "base/number.h", which is not installed')
        self.assert_one({**api, "apps/cli/args.h": SPDX + "#include <cogs/nothing.h>\n"},
                        "<cogs/nothing.h> does not exist")

    def test_an_outside_library_in_another_folder_is_a_fault(self):
        self.assert_one({"src/model/model.h": SPDX + "#include <gmpxx.h>\n"},
                        "<gmpxx.h> is not listed for src/model")

    def test_an_include_that_does_not_exist_is_a_fault(self):
        self.assert_one({"src/model/model.h": SPDX + '#include "base/nothing.h"\n'},
                        '"base/nothing.h" does not exist')

    def test_an_include_without_its_folder_is_a_fault(self):
        self.assert_one({"src/model/model.h": SPDX + '#include "../base/number.h"\n'},
                        "write the folder")

    def test_a_folder_outside_the_table_is_a_fault(self):
        self.assert_one({"src/util/misc.h": SPDX}, "its folder is not in the layer table")

    def test_a_file_without_the_spdx_line_is_a_fault(self):
        self.assert_one({"src/model/empty.h": ""}, "not the SPDX line")

    def test_a_test_without_the_spdx_line_is_a_fault(self):
        self.assert_one({"tests/model/model_test.cpp": "int main() {}\n"}, "SPDX line is missing")

    def test_a_link_that_the_table_does_not_have_is_a_fault(self):
        self.assert_one({"src/CMakeLists.txt": CMAKE.replace("path base model", "path base")},
                        "path links ['base']")

    def test_a_layer_without_a_library_is_a_fault(self):
        self.assert_one({"src/CMakeLists.txt": CMAKE.replace("cogs_layer(model base)\n", "")},
                        "src/model of the layer table has no cogs_layer line")

    ROOMS = TABLE + """
| room | what | may include |
|---|---|---|
| src/path/cells | | |
| src/path/walk | | cells |
"""
    INSIDE = {
        "ARCHITECTURE.md": ROOMS,
        "src/path/cells/cell.h": SPDX + '#include "path/path.h"\n#include "model/model.h"\n',
        "src/path/walk/walk.h": SPDX + '#include "path/cells/cell.h"\n',
        "src/path/path.h": SPDX,
    }

    def test_rooms_may_include_what_their_table_says(self):
        self.assertEqual(self.faults(self.INSIDE), [])

    def test_a_room_that_includes_another_one_is_a_fault(self):
        self.assert_one({**self.INSIDE,
                         "src/path/cells/cell.h": SPDX + '#include "path/walk/walk.h"\n'},
                        "src/path/cells may not include src/path/walk")

    def test_a_room_outside_the_table_is_a_fault(self):
        self.assert_one({**self.INSIDE, "src/path/odd/odd.h": SPDX},
                        "src/path/odd is not in the table of rooms")

    def test_a_room_that_does_not_exist_is_a_fault(self):
        self.assert_one({"ARCHITECTURE.md": TABLE + "\n| src/path/gone | | |\n"},
                        "src/path/gone of the table of rooms does not exist")

    def test_a_missing_table_is_a_fault(self):
        self.assert_one({"ARCHITECTURE.md": "# nothing\n"}, "no layer table")


if __name__ == "__main__":
    unittest.main()
