#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What clients that hardly send anything cost the server, and what others notice of them.

    serve_slow.py COGS MODEL [CLIENTS]

Opens CLIENTS (2000) connections that send the head of a request byte by byte, or a body, or read
nothing of their answer, and asks /healthz meanwhile. Prints the memory of the server for each idle
connection and the times of the answers; then the same by slowhttptest (Debian), if it is there.
"""

import http.client
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def memory(process):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text(encoding="ascii")).group(1)) * 1024


def ping(port, times):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    began = time.monotonic()
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    times.append(time.monotonic() - began)
    connection.close()
    return answer.status


def show(name, times):
    times.sort()
    print(f"{name}: {len(times)} pings, median {times[len(times) // 2] * 1000:.1f} ms, "
          f"p99 {times[int(len(times) * 0.99)] * 1000:.1f} ms, load {os.getloadavg()[0]:.1f}")


def main():
    cogs, model = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
    clients = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    resource.setrlimit(resource.RLIMIT_NOFILE, (clients + 500, max(clients + 500, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([cogs, "serve", str(model), "--store", f"{folder}/a.store", "--listen", "127.0.0.1:0"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.match(r"Open http://127\.0\.0\.1:(\d+)/", server.stdout.readline()).group(1))
            times = []
            for _ in range(300):
                ping(port, times)
            show("nobody else", times)
            before = memory(server.pid)
            slow = []
            for i in range(clients):
                connection = socket.create_connection(("127.0.0.1", port))
                connection.sendall((b"GET /healthz HTTP/1.1\r\nHost: 127",
                                    b"P",
                                    b"POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 9\r\n\r\n{" % port)[i % 3])
                slow.append(connection)
            time.sleep(0.5)
            print(f"{clients} slow clients: {(memory(server.pid) - before) / clients / 1024:.1f} KB each")
            times, began, at = [], time.monotonic(), 0
            while time.monotonic() - began < 7:
                for _ in range(20):  # drop by drop
                    at = (at + 3) % clients
                    try:
                        slow[at].sendall(b"x")
                    except OSError:
                        pass
                ping(port, times)
            show("meanwhile", times)
            for connection in slow:
                connection.close()
            if shutil.which("slowhttptest"):
                for how in (["-H"], ["-B"], ["-X", "-w", "1", "-y", "2", "-n", "1", "-z", "1"]):
                    test = subprocess.Popen(["slowhttptest", *how, "-c", "1000", "-r", "500", "-l", "15", "-i", "2", "-p", "5",
                                             "-u", f"http://127.0.0.1:{port}/healthz"],
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    times = []
                    while test.poll() is None:
                        ping(port, times)
                        time.sleep(0.01)
                    show(f"slowhttptest {how[0]}", times)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)


if __name__ == "__main__":
    main()
