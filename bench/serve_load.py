#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many answers a second `cogs serve` gives on this machine, by wrk (Debian).

    serve_load.py COGS MODEL [SECONDS]

MODEL is examples/loan2/loan.cogs or one with the same features. Prints, for each route: answers a
second, the median and the 99th percentile, and the processor time of the server for an answer, which
says more where others use the machine too.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

LUA = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer %s"
local n = 0
request = function()
  n = n + 1
  return wrk.format(nil, wrk.path, nil, string.format(
    '{"person":{"age":%%d,"debt":%%d,"bank_balance":%%d,"credit_score":%%d}}',
    20 + n %% 60, (n * 37) %% 9000, (n * 7919) %% 90000, 300 + (n * 31) %% 550))
end
"""
ROUTES = (("ping", "/healthz", False), ("what-if", "/whatif", True), ("recourse", "/recourse", True),
          ("filed", "/recourse?file=true", True))


def processor_seconds(process):
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    cogs, model = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
    seconds = sys.argv[3] if len(sys.argv) > 3 else "5"
    with tempfile.TemporaryDirectory() as folder:
        token = "b" * 40
        secret = Path(folder) / "token"
        secret.write_text(token, encoding="ascii")
        secret.chmod(0o600)
        script = Path(folder) / "ask.lua"
        script.write_text(LUA % token, encoding="ascii")
        server = subprocess.Popen([cogs, "serve", str(model), "--store", f"{folder}/a.store", "--listen", "127.0.0.1:0",
                                   "--token-file", str(secret)], stdout=subprocess.PIPE, text=True)
        try:
            base = re.match(r"Open (\S+)/sign-in", server.stdout.readline()).group(1)
            print(f"load of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, 32 connections")
            for name, path, asks in ROUTES:
                url = f"{base}/api/v1/models/{model.stem}{path}" if asks else base + path
                before = processor_seconds(server.pid)
                done = subprocess.run(["wrk", "-t1", "-c32", f"-d{seconds}s", "--latency", *(["-s", str(script)] if asks else []), url],
                                      capture_output=True, text=True, check=True).stdout
                used = processor_seconds(server.pid) - before
                count = int(re.search(r"(\d+) requests in", done).group(1))
                rate, half, most = (re.search(pattern, done).group(1)
                                    for pattern in (r"Requests/sec:\s+(\S+)", r"\n\s+50%\s+(\S+)", r"\n\s+99%\s+(\S+)"))
                wrong = "Non-2xx" in done
                print(f"{name:9} {float(rate):9.0f}/s  median {half:8} p99 {most:8} processor {used / count * 1e6:5.0f} us"
                      + ("  WRONG ANSWERS" if wrong else ""))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)


if __name__ == "__main__":
    main()
