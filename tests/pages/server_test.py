#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The main story of the server in a real browser.

    server_test.py FOLDER [PICTURES]

FOLDER keeps the packages of Node. Exit code 77 says that there is no browser to test with, or no
server; with COGS_BROWSER=required the first is a failure.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import browser

SKIPPED = 77


def main():
    cogs, modules = os.environ["COGS"], Path(sys.argv[1]).resolve()
    if b"\n  serve " not in subprocess.run([cogs, "--help"], capture_output=True, check=False).stdout:
        print("skipped: built without the server")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([cogs, "demo", "--save", f"{folder}/demo", "-q"], check=True, capture_output=True)
        server = subprocess.Popen([cogs, "serve", "--listen", "127.0.0.1:0", "--store", f"{folder}/a.store"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline()
            base, code = re.match(r"Open (\S+)/sign-in#once=(\S+)", line).groups()
            done = browser.run(modules, browser.HERE / "check_server.mjs", base, code, f"{folder}/demo/loans.csv",
                               *sys.argv[2:3])
        except browser.Unavailable as reason:
            print(f"skipped: {reason}")
            return 1 if os.environ.get("COGS_BROWSER") == "required" else SKIPPED
        finally:
            server.terminate()
            server.communicate(timeout=30)
    print(done.stdout + done.stderr)
    return 0 if done.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
