#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The two verifiers of logs say the same of random logs and of every one-byte change of one.

    verifiers_agree_test.py MAKE_LOGS VERIFY_LOG COUNT
"""

import base64
import importlib.util
import json
import os
import subprocess
import sys


def main():
    maker, verifier, count = sys.argv[1:4]
    seed = os.environ.get("COGS_SEED", "1")
    print(f"seed {seed}")
    spec = importlib.util.spec_from_file_location("verify_log", verifier)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    keys = {}
    real_key = module.Key
    module.Key = lambda text: keys.setdefault(text, None) or keys.__setitem__(text, real_key(text)) \
        or keys[text]  # one object for a key, so that a signature is asked for once
    process = subprocess.Popen([maker, count, seed], stdout=subprocess.PIPE)
    logs = held = wrong = 0
    for line in process.stdout:
        case = json.loads(line)
        found = module.Verifier()
        found.read(base64.b64decode(case["bundle"]))
        faults = [f"{fault['kind']} {fault['line']}" for fault in found.faults]
        logs += 1
        held += case["holds"]
        same = case["holds"] == (not faults) and case["faults"] == faults
        if case["holds"]:
            same = same and case["root"] == found.tree.root().hex()
        if not same:
            wrong += 1
            if wrong < 10:
                print(f"log {logs}: {case['faults']} here, {faults} there")
                print(base64.b64decode(case["bundle"]))
    if process.wait() != 0:
        print("make_logs failed")
        return 1
    print(f"{logs} logs, {held} of them hold, {wrong} disagreements")
    return 1 if wrong or held == 0 or held == logs else 0


if __name__ == "__main__":
    sys.exit(main())
