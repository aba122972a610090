#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages of the program in a real browser.

    pages_test.py CHECK FOLDER

CHECK is accessible, keyboard or print; accessible_all and print_all look at more pages. FOLDER keeps
the packages of Node. Exit code 77 says that there is no browser to test with; with
COGS_BROWSER=required that is a failure.
"""

import os
import sys
import tempfile
from pathlib import Path

import browser
import page_set

SKIPPED = 77


# One of every kind: the others have the same parts.
KEYS = ("nested", "recourse_german", "classes", "solve_birds")
ACCESSIBLE = ("nested", "recourse_german", "blockers", "recourse_evil", "classes", "solve_birds", "audit",
              "look", "applicant_en", "clerk_es", "letter_es", "big")
PRINTED = ("nested", "recourse_german", "recourse_long", "audit", "look", "clerk_en", "letter_en")
ALL_PRINTED = (*PRINTED, "recourse_adult", "solve_birds", "blockers", "recourse_evil", "classes", "applicant_es",
               "letter_es", "big")


def pages_for(check, folder):
    pages = page_set.PageSet(os.environ["COGS"], os.environ["EXAMPLES"], folder)
    pages.add_nested()
    pages.add_examples()
    pages.add_awkward()
    pages.add_audits()
    pages.add_look()
    pages.add_words()
    if check == "keyboard":
        return {name: pages.made[name] for name in KEYS}
    if check.startswith("accessible"):
        pages.add_big(10000)
        if check == "accessible_all":
            return pages.made
        return {name: pages.made[name] for name in ACCESSIBLE}
    pages.add_big(1000)  # on paper all of it is laid out, which takes long
    return {name: pages.made[name] for name in (ALL_PRINTED if check == "print_all" else PRINTED)}


def main():
    check, modules = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        made = pages_for(check, folder)
        try:
            script = f"check_{check.removesuffix('_all')}.mjs"
            done = browser.run(modules, browser.HERE / script,
                               *(f"{name}={page}" for name, page in made.items()))
        except browser.Unavailable as reason:
            print(f"skipped: {reason}")
            return 1 if os.environ.get("COGS_BROWSER") == "required" else SKIPPED
    print(done.stdout + done.stderr)
    if done.returncode == 0:
        print(f"{check}: {len(made)} pages")
    return 0 if done.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
