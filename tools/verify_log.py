#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a log that `cogs log export` wrote, with nothing but Python's standard library and openssl.

    verify_log.py BUNDLE [--key KEY] [--since CHECKPOINT] [--json]

It shares no code with cogs: it recomputes every leaf and every root (RFC 9162), compares what was
filed with what the entries commit to, and checks the signatures of the checkpoints (by
`openssl pkeyutl`: Python has no Ed25519). Exit code 0: all of it holds; 1: it does not; 3: the file
cannot be read. --key is the key that you were told by other ways than this file, --since a file with
a checkpoint that you have kept.
"""

import argparse
import base64
import functools
import hashlib
import json
import re
import subprocess
import sys
import tempfile

MOST_FAULTS = 100


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def unbase64(text):
    """The bytes, or None unless this is the one right spelling."""
    try:
        out = base64.b64decode(text.encode("ascii"), validate=True)
    except (ValueError, UnicodeError):
        return None
    return out if base64.b64encode(out).decode("ascii") == text else None


def unhex(text):
    return bytes.fromhex(text) if re.fullmatch(r"([0-9a-f]{2})*", text) else None


class Tree:
    """Roots of a growing list: complete subtrees, the largest first."""

    def __init__(self):
        self.size, self.peaks = 0, []

    def append(self, entry):
        at = sha256(b"\0", entry)
        rest = self.size
        while rest & 1:
            at = sha256(b"\1", self.peaks.pop(), at)
            rest >>= 1
        self.peaks.append(at)
        self.size += 1

    def root(self):
        if not self.peaks:
            return sha256()
        out = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            out = sha256(b"\1", peak, out)
        return out


class Key:
    def __init__(self, text):
        name, key_id, key = (text.split("+", 2) + ["", ""])[:3]
        raw = unbase64(key)
        if not name or raw is None or len(raw) != 33 or raw[0] != 1:
            raise ValueError("the key cannot be read")
        self.name, self.open = name, raw[1:]
        self.id = sha256(name.encode(), b"\n\1", self.open)[:4]
        if self.id.hex() != key_id:
            raise ValueError("the key cannot be read")

    @functools.lru_cache(maxsize=100000)
    def signed(self, text, signature):
        pem = base64.b64encode(bytes.fromhex("302a300506032b6570032100") + self.open).decode()
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("key", f"-----BEGIN PUBLIC KEY-----\n{pem}\n"
                                          "-----END PUBLIC KEY-----\n".encode()),
                                  ("text", text), ("signature", signature)):
                with open(f"{folder}/{name}", "wb") as file:
                    file.write(content if isinstance(content, bytes) else content.encode())
            done = subprocess.run(
                ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", f"{folder}/key", "-rawin",
                 "-in", f"{folder}/text", "-sigfile", f"{folder}/signature"],
                capture_output=True, check=False)
        return done.returncode == 0


class Verifier:
    def __init__(self, expected_key=None):
        self.expected_key = expected_key
        self.faults, self.line = [], 0
        self.key, self.key_text = None, None
        self.size = self.entries = self.erased = self.checkpoints = self.covered = 0
        self.tree, self.roots, self.models, self.last_at = Tree(), [sha256()], {}, ""

    def fault(self, kind, message):
        if len(self.faults) < MOST_FAULTS:
            self.faults.append({"line": self.line, "kind": kind, "message": message})

    def read(self, data, since=None):
        lines = data.split(b"\n")
        for line in lines[:-1]:
            self.line += 1
            self.take(line)
        if lines[-1] != b"":
            self.line += 1
            self.fault("format", "the last line has no end")
        self.line = 0
        if self.entries != self.size:
            self.fault("size", f"the first line speaks of {self.size} entries, there are {self.entries}")
        if self.checkpoints == 0:
            self.fault("checkpoint", "there is no checkpoint")
        elif self.covered < self.entries:
            self.fault("checkpoint", f"no checkpoint covers the entries after {self.covered}")
        if since is not None:
            self.judge(since, "since")

    def take(self, line):
        try:
            value = json.loads(line.decode("utf-8"))
            same = isinstance(value, dict) and canonical(value).encode("utf-8") == line
        except (ValueError, UnicodeError, RecursionError):
            return self.fault("format", "this is no JSON")
        if not same:
            return self.fault("format", "this is no object in canonical form")
        names = set(value)
        if self.line == 1:
            return self.head(value)
        if names == {"checkpoint"}:
            self.checkpoints += 1
            if not isinstance(value["checkpoint"], str):
                return self.fault("format", "a checkpoint is a text")
            return self.judge(value["checkpoint"], "checkpoint")
        if self.checkpoints:
            return self.fault("format", "checkpoints are the last lines")
        if names == {"model", "text"}:
            return self.model(value["model"], value["text"])
        if names - {"model"} == {"entry", "payload", "salt"}:
            return self.entry(value)
        return self.fault("format", "this line is none of a log")

    def head(self, value):
        if set(value) != {"key", "schema", "size"} or value["schema"] != "cogs.log/1" \
                or not isinstance(value["key"], str) or type(value["size"]) is not int \
                or value["size"] < 0:
            return self.fault("format", "the first line is not that of a log (cogs.log/1)")
        self.size, self.key_text = value["size"], value["key"]
        try:
            self.key = Key(self.expected_key or self.key_text)
        except ValueError as error:
            return self.fault("format", str(error))
        if self.expected_key and self.expected_key != self.key_text:
            self.fault("signature", "the log is signed by another key than the one that was expected")

    def model(self, checksum, text):
        if not isinstance(checksum, str) or not isinstance(text, str):
            return self.fault("format", "a model has two texts")
        if hashlib.sha256(text.encode("utf-8")).hexdigest() != checksum:
            return self.fault("model", "the model's text does not have this checksum")
        self.models[checksum] = canonical(text)

    def entry(self, value):
        text = value["entry"]
        self.entries += 1
        if not isinstance(text, str):
            return self.fault("format", "an entry is a text")
        self.tree.append(text.encode("utf-8"))
        self.roots.append(self.tree.root())
        entry = self.read_entry(text)
        if entry is None:
            return self.fault("format", "this is no entry of a log")
        if entry["seq"] != self.entries:
            self.fault("seq", f"entry {self.entries} is missing or not in its place: "
                              f"this is {entry['seq']}")
        if entry["at"].encode("utf-8") < self.last_at.encode("utf-8"):
            self.fault("time", "the time goes back")
        self.last_at = entry["at"]
        return self.payload(value, entry)

    @staticmethod
    def read_entry(text):
        try:
            entry = json.loads(text)
            if not isinstance(entry, dict) or canonical(entry) != text:
                return None
        except (ValueError, RecursionError):
            return None
        if set(entry) != {"seq", "at", "kind", "actor", "subject", "commitment"}:
            return None
        if type(entry["seq"]) is not int or entry["seq"] < 0:
            return None
        if not all(isinstance(entry[name], str) for name in entry if name != "seq"):
            return None
        commitment = unhex(entry["commitment"])
        return entry if commitment is not None and len(commitment) == 32 else None

    def payload(self, value, entry):
        salt, body = value["salt"], value["payload"]
        if salt is None and body is None and "model" not in value:
            self.erased += 1
            return None
        if "model" in value:
            if not isinstance(value["model"], str) or value["model"] not in self.models:
                return self.fault("model", "the model of this entry is not in the file")
            if not isinstance(body, list) or len(body) != 2 \
                    or not all(isinstance(part, str) for part in body):
                return self.fault("format", "a payload around a model has two parts")
            body = body[0] + self.models[value["model"]] + body[1]
        if not isinstance(body, str):
            return self.fault("format", "the payload is no text")
        salt = unhex(salt) if isinstance(salt, str) else None
        if salt is None or len(salt) != 32:
            return self.fault("format", "the salt has 32 bytes")
        if sha256(salt, body.encode("utf-8")).hex() != entry["commitment"]:
            return self.fault("payload", f"entry {entry['seq']}: what was filed is not what the "
                                         "entry commits to")
        return None

    def judge(self, note, kind):
        if self.key is None:
            return None
        lines = note.split("\n")
        begin = f"\u2014 {self.key.name} "
        if len(lines) != 6 or lines[3] or lines[5] or not lines[0] or not lines[4].startswith(begin) \
                or not re.fullmatch(r"0|[1-9][0-9]{0,18}", lines[1]):
            return self.fault(kind, "this is no checkpoint of this log")
        root, signature = unbase64(lines[2]), unbase64(lines[4][len(begin):])
        if root is None or len(root) != 32 or signature is None or len(signature) != 68:
            return self.fault(kind, "this is no checkpoint of this log")
        text = "\n".join(lines[:3]) + "\n"
        if lines[0] != self.key.name or signature[:4] != self.key.id \
                or not self.key.signed(text, signature[4:]):
            self.fault("signature", "the signature of the checkpoint is not right")
        size = int(lines[1])
        if size > self.tree.size:
            return self.fault(kind, f"the checkpoint speaks of {size} entries, of which only "
                                    f"{self.tree.size} are here")
        if self.roots[size] != root:
            return self.fault(kind, f"the entries are not those that the checkpoint of size {size} "
                                    "was signed for")
        if kind == "checkpoint":
            if size < self.covered:
                self.fault(kind, "checkpoints are in order of their size")
            self.covered = size
        return None


def main():
    parser = argparse.ArgumentParser(description="Checks a log of cogs.")
    parser.add_argument("bundle")
    parser.add_argument("--key")
    parser.add_argument("--since", metavar="CHECKPOINT")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    try:
        with open(given.bundle, "rb") as file:
            data = file.read()
        since = None
        if given.since:
            with open(given.since, encoding="utf-8", newline="") as file:
                since = file.read()
    except (OSError, UnicodeError) as error:
        print(f"verify_log.py: {error}", file=sys.stderr)
        return 3
    verifier = Verifier(given.key)
    verifier.read(data, since)
    if given.json:
        print(json.dumps({"holds": not verifier.faults, "entries": verifier.entries,
                          "erased": verifier.erased, "checkpoints": verifier.checkpoints,
                          "root": verifier.tree.root().hex(), "faults": verifier.faults}))
    else:
        for fault in verifier.faults:
            where = f"line {fault['line']}: " if fault["line"] else ""
            print(f"{where}{fault['message']}")
        print(f"{'The log does not hold' if verifier.faults else 'The log holds'}: "
              f"{verifier.entries} entries, {verifier.erased} erased, {verifier.checkpoints} "
              f"checkpoints, root {verifier.tree.root().hex()}")
        if not given.key:
            print(f"Signed by {verifier.key_text}: compare this key with the one you were told.")
    return 1 if verifier.faults else 0


if __name__ == "__main__":
    sys.exit(main())
