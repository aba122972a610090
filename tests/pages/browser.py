# SPDX-License-Identifier: Apache-2.0
"""A browser for tests of pages and for pictures of them: Chromium, driven by Node.

The two packages of package.json are installed from the lock file into a folder of the build, once
for each version of the lock file. Where any of it cannot be had, `Unavailable` says what.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Unavailable(Exception):
    pass


def program(*names):
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    raise Unavailable(f"{names[0]} is not installed (tools/install-deps --browser)")


def install(folder):
    """Sees that `folder` has the packages. Several tests may ask at once: one of them installs."""
    folder.mkdir(parents=True, exist_ok=True)
    lock_file = HERE / "package-lock.json"
    wanted = hashlib.sha256(lock_file.read_bytes()).hexdigest()
    stamp = folder / "installed"
    with open(folder / "guard", "w", encoding="ascii") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
            return
        npm = program("npm")
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, folder / name)
        try:
            done = subprocess.run([npm, "ci", "--ignore-scripts"], cwd=folder, timeout=240,
                                  capture_output=True, encoding="utf-8", check=False)
        except subprocess.TimeoutExpired as late:
            raise Unavailable("npm ci takes too long") from late
        if done.returncode != 0:
            raise Unavailable(f"npm ci failed: {done.stderr[-1000:]}")
        stamp.write_text(wanted, encoding="ascii")


def run(folder, script, *arguments, timeout=900):
    """The finished process of a script of Node, which finds packages and browser by its
    environment."""
    node = program("node", "nodejs")
    chromium = program("chromium", "chromium-browser", "google-chrome")
    install(folder)
    environment = {**os.environ, "PAGES_MODULES": str(folder), "CHROMIUM": chromium}
    return subprocess.run([node, str(script), *map(str, arguments)], env=environment,
                          capture_output=True, encoding="utf-8", timeout=timeout, check=False)
