# SPDX-License-Identifier: Apache-2.0
"""Bundles of logs (docs/serve.md) that are small and made to take too much; none of them holds.

    python3 tests/hostile/bundles.py FOLDER     writes all of them, to try things out by hand
"""

import base64
import hashlib
import json
import pathlib
import sys

PUBLIC = b"\x01" + bytes(range(32))  # Ed25519, as notes of transparency logs write it
KEY = f"cogs+{hashlib.sha256(b'cogs' + chr(10).encode() + PUBLIC).hexdigest()[:8]}+{base64.b64encode(PUBLIC).decode()}"


def line(**members):
    return json.dumps(members, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def head(size=3):
    return line(key=KEY, schema="cogs.log/1", size=size)


def entry(seq, **more):
    text = line(actor="a", at="2026-01-01T00:00:00Z", commitment="00" * 32, kind="why", seq=seq, subject="s")
    return line(entry=text[:-1], **more)


def one_model_many_entries(bytes_of_model, entries):
    """Each entry commits to the whole text of the model, which stands in the file once."""
    text = "x" * bytes_of_model
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return (head(entries) + line(model=sha256, text=text) +
            "".join(entry(i + 1, model=sha256, payload=["", ""], salt="00" * 32) for i in range(entries)))


BUNDLES = {
    "empty": lambda: "",
    "no_log": lambda: "{}\n" * 300000,
    "head_alone": lambda: head(2 ** 64 - 1),
    "large_size": lambda: head().replace(":3}", ":1e999999999}"),
    "long_size": lambda: head().replace(":3}", ":" + "9" * 1000000 + "}"),
    "deep": lambda: head() + '{"entry":' * 100000 + "1" + "}" * 100000 + "\n",
    "deep_entry": lambda: head() + line(entry="[" * 200000, payload=None, salt=None),
    "long_line": lambda: head() + line(entry="x" * 5000000, payload=None, salt=None),
    "no_line_end": lambda: head() + "{" * 3000000,
    "wrong_entries": lambda: head() + "".join(entry(7, payload=None, salt=None) for _ in range(30000)),
    "odd_hex": lambda: head() + entry(1, payload="{}", salt="0" * 2000001),
    "bad_checkpoints": lambda: head() + line(checkpoint="cogs\n" + "9" * 1000 + "\nAAAA\n\n— cogs AAAA\n") * 20000,
    "long_checkpoint": lambda: head() + line(checkpoint="cogs\n1\nAAAA\n\n" + "— cogs AAAA\n" * 200000),
    "one_model_many_entries": lambda: one_model_many_entries(3000000, 5000),
}


def write_all(folder):
    for name, make in BUNDLES.items():
        (pathlib.Path(folder) / f"{name}.jsonl").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    write_all(target)
