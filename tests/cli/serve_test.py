#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cogs serve as it runs: a real server on this machine, at a free port, with a real store."""

import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest
import urllib.parse

import run

PERSON = {"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599}
TOKEN = "t" * 40
ROOT = run.EXAMPLES.parent
HAS_SERVER = b"\n  serve " in subprocess.run([run.COGS, "--help"], capture_output=True, check=False).stdout


class Server:
    """A running server; `ask` speaks to it with a token."""

    def __init__(self, folder, *arguments, port=0):
        token = folder / "token"
        if not token.exists():
            token.write_text(TOKEN + "\n", encoding="ascii")
            token.chmod(0o600)
        self.process = subprocess.Popen(
            [run.COGS, "serve", "--listen", f"127.0.0.1:{port}", "--token-file", str(token), *map(str, arguments)],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline().decode("utf-8")
        found = re.match(r"Open http://127\.0\.0\.1:(\d+)/sign-in#once=(\S+)", line)
        if not found:
            raise AssertionError(line + self.process.communicate()[1].decode("utf-8"))
        self.port, self.once = int(found.group(1)), found.group(2)

    def ask(self, method, path, body=None, headers=None, token=TOKEN):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            sent = {"Authorization": f"Bearer {token}"} if token else {}
            if isinstance(body, (dict, list)):
                body = json.dumps(body)
            if body is not None or method == "POST":
                sent["Content-Type"] = "application/json"
            sent.update(headers or {})
            connection.request(method, path, body=body, headers=sent)
            answer = connection.getresponse()
            answer.text = answer.read().decode("utf-8", "replace")
            return answer
        finally:
            connection.close()

    def json(self, method, path, body=None, status=200, **more):
        answer = self.ask(method, path, body, **more)
        if answer.status != status:
            raise AssertionError(f"{method} {path}: {answer.status} {answer.text}")
        return json.loads(answer.text)

    def raw(self, data, wait=2.0):
        """What comes back for these bytes, until the other side closes or is silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall(data)
            out = b""
            try:
                while True:
                    piece = connection.recv(65536)
                    if not piece:
                        break
                    out += piece
            except (socket.timeout, ConnectionResetError):
                pass
            return out

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, err = self.process.communicate(timeout=60)
        assert b"Sanitizer" not in err, err.decode()
        return self.process.returncode


@unittest.skipUnless(HAS_SERVER, "built without the server")
class Serve(run.Case):
    def start(self, *arguments, **more):
        server = Server(self.folder, *(arguments or (run.LOAN, "--store", "a.store")), **more)
        self.addCleanup(server.stop, signal.SIGKILL)
        return server

    def loan(self):
        with open(run.LOAN, encoding="utf-8") as file:
            return file.read()

    def head(self, server, line="GET /healthz HTTP/1.1", host=True, more=""):
        named = f"Host: 127.0.0.1:{server.port}\r\n" if host else ""
        return f"{line}\r\n{named}{more}\r\n".encode("utf-8")

    def status(self, answer):
        found = re.match(rb"HTTP/1\.[01] (\d+)", answer)
        return int(found.group(1)) if found else None

    # ---- Who gets in

    def test_opens_with_the_link_once(self):
        server = self.start()
        form = urllib.parse.urlencode({"once": server.once})
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"cogs{server.port}=mine"}
        self.assertEqual(server.ask("GET", "/", token=None).headers["Location"], "/sign-in")
        first = server.ask("POST", "/sign-in", form, headers=kind, token=None)
        self.assertEqual(first.status, 303)
        cookie = first.headers["Set-Cookie"]
        self.assertIn("HttpOnly; SameSite=Strict", cookie)
        secret = cookie.split(";")[0]
        self.assertNotIn("=mine", secret)  # a cookie that was there before is not taken over
        self.assertEqual(server.ask("GET", "/", token=None, headers={"Cookie": f"cogs{server.port}=mine"}).status, 303)
        self.assertEqual(server.ask("GET", "/", token=None, headers={"Cookie": secret}).status, 200)
        self.assertEqual(server.ask("POST", "/sign-in", form, headers=kind, token=None).status, 401)
        statuses = [server.ask("POST", "/api/v1/session", {"once": "wrong"}, token=None).status for _ in range(10)]
        self.assertEqual(statuses[0], 401)
        self.assertEqual(statuses[-1], 429)
        server.ask("POST", "/sign-out", "", headers={**kind, "Cookie": secret}, token=None)
        self.assertEqual(server.ask("GET", "/", token=None, headers={"Cookie": secret}).status, 303)

    def test_asks_everybody_for_a_session_but_where_it_says_so(self):
        server = self.start()
        paths = server.json("GET", "/api/v1/openapi.json", token=None)["paths"]
        self.assertGreater(len(paths), 30)
        for path, methods in paths.items():
            for method, about in methods.items():
                real = re.sub(r"\{\w+\}", "1", path)
                answer = server.ask(method.upper(), real, {} if method != "get" else None, token=None)
                if about.get("security") == []:
                    self.assertIn(path, ("/healthz", "/readyz", "/api/v1/openapi.json", "/api/v1/session"))
                else:
                    self.assertEqual(answer.status, 401, path)
                    self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
        self.assertEqual(server.ask("GET", "/api/v1/models", token="x" * 40).status, 401)

    def test_answers_to_its_own_names_alone(self):
        server = self.start()
        port = server.port
        for host, status in ((f"127.0.0.1:{port}", 200), (f"LOCALHOST:{port}", 200), (f"[::1]:{port}", 200),
                             ("evil.test", 421), (f"evil.test:{port}", 421), ("127.0.0.1", 421),
                             (f"127.0.0.1:{port}.evil.test", 421), ("", 421)):
            answer = server.raw(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            self.assertEqual(self.status(answer), status, host)
        self.assertEqual(self.status(server.raw(b"GET /healthz HTTP/1.1\r\n\r\n")), 400)
        two = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.test\r\n\r\n".encode()
        self.assertEqual(self.status(server.raw(two)), 400)

    def test_does_nothing_for_pages_of_others(self):
        server = self.start()
        path, body = "/api/v1/models/loan/decide", {"person": PERSON}
        own = f"http://127.0.0.1:{server.port}"
        for headers, status in (({}, 200), ({"Sec-Fetch-Site": "same-origin"}, 200), ({"Origin": own}, 200),
                                ({"Sec-Fetch-Site": "cross-site"}, 403), ({"Sec-Fetch-Site": "same-site"}, 403),
                                ({"Origin": "null"}, 403), ({"Origin": "http://evil.test"}, 403),
                                ({"Origin": own + ".evil.test"}, 403), ({"Content-Type": "text/plain"}, 415),
                                ({"Content-Type": "application/x-www-form-urlencoded"}, 415)):
            self.assertEqual(server.ask("POST", path, body, headers=headers).status, status, headers)
        self.assertEqual(server.ask("GET", "/api/v1/models", headers={"Sec-Fetch-Site": "cross-site"}).status, 403)
        headers = server.ask("GET", "/healthz").headers
        self.assertIn("require-trusted-types-for 'script'", headers["Content-Security-Policy"])
        self.assertNotIn("unsafe", headers["Content-Security-Policy"])
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertIsNone(headers["Access-Control-Allow-Origin"])

    def test_gives_no_files_away(self):
        server = self.start()
        for path in ("/assets/../../etc/passwd", "/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/assets/..%5cx",
                     "/assets/x%00.js", "//etc/passwd", "/assets/", "/%2e%2e/"):
            self.assertIn(server.ask("GET", path).status, (400, 404), path)
        self.assertEqual(self.status(server.raw(self.head(server, "GET http://x/ HTTP/1.1"))), 400)
        self.assertEqual(self.status(server.raw(self.head(server, "GET /#a HTTP/1.1"))), 400)

    # ---- What is asked

    def test_prints_what_the_command_line_prints(self):
        model = pathlib.Path(self.file("loan.cogs", self.loan())).name
        server = self.start(model)
        seed = int(os.environ.get("COGS_SEED", "1"))
        print(f"seed {seed}")
        chance = random.Random(seed)
        for i in range(int(os.environ.get("COGS_ANSWERS", "12"))):
            person = {"age": chance.randint(1, 99), "debt": chance.choice([0, chance.randint(0, 9000)]),
                      "bank_balance": chance.randint(0, 90000), "credit_score": chance.randint(300, 850)}
            if chance.random() < 0.2:
                person.pop(chance.choice(list(person)))
            words = [f"{k}={v}" for k, v in person.items()]
            options, given = {}, []
            if chance.random() < 0.4:
                options, given = {"fix": ["debt"], "top": 2}, ["--fix", "debt", "--top", "2"]
            for kind, more, also in (("recourse", options, given), ("why", {}, [])):
                answer = server.ask("POST", f"/api/v1/models/loan/{kind}?timing=false",
                                    {"person": person, "options": more})
                expected = self.run_cogs(kind, model, *words, *also, "--json", "--no-timing", "-q", code=(0, 1)).out
                self.assertEqual(answer.text, expected, (i, person))
        regions = server.ask("POST", "/api/v1/models/loan/counterfactuals", {}).text
        self.assertEqual(regions, self.run_cogs("counterfactuals", model, "--json").out)
        other = {**PERSON, "debt": 0, "credit_score": 700, "bank_balance": 70000}
        a, b = self.file("a.json", json.dumps(PERSON)), self.file("b.json", json.dumps(other))
        compared = server.ask("POST", "/api/v1/models/loan/compare", {"here": PERSON, "there": other}).text
        self.assertEqual(compared, self.run_cogs("compare", model, a, b, "--json").out)

    def test_says_what_is_wrong_with_what_was_sent(self):
        server = self.start()
        path = "/api/v1/models/loan/recourse"
        for body, words in (({"person": {"debt": "much"}}, "debt"), ({"person": {"dept": 1}}, "dept"),
                            ({"persom": {}}, "persom"), ({"person": PERSON, "options": {"fixx": []}}, "fixx"),
                            ({"person": PERSON, "options": {"top": 21}}, "20"),
                            ({"person": PERSON, "options": {"all": True}}, "20"), ({}, "person")):
            answer = server.ask("POST", path, body)
            self.assertEqual(answer.status, 422, answer.text)
            self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
            self.assertIn(words, answer.text)
        self.assertEqual(server.ask("POST", path, "{").status, 422)
        self.assertEqual(server.ask("POST", path, "[" * 200).status, 422)
        self.assertEqual(server.ask("POST", path, '{"person": {"debt": 1e999999999}}').status, 422)
        self.assertEqual(server.ask("POST", path, '{"person": {"debt": ' + "9" * 900000 + "}}").status, 422)
        self.assertEqual(server.ask("POST", path, "x" * (1 << 20)).status, 422)
        self.assertEqual(server.ask("POST", path, "x" * ((1 << 20) + 1)).status, 413)
        self.assertEqual(server.ask("GET", path).status, 405)
        self.assertEqual(server.ask("GET", "/api/v1/nothing").status, 404)
        self.assertEqual(server.ask("POST", "/api/v1/models/nothing/why", {"person": {}}).status, 404)
        self.assertEqual(server.ask("GET", "/healthz", headers={"X": "y" * 20000}).status, 431)

    def test_shows_hostile_names_as_text(self):
        model = self.file("evil.cogs", self.loan())
        server = self.start(model, "--store", "e.store")
        evil = "</script><img src=x onerror=alert(1)>\u202e"
        page = server.ask("GET", "/case?" + urllib.parse.urlencode({f"v.{k}": v for k, v in PERSON.items()}))
        self.assertEqual(page.status, 200)
        form = urllib.parse.urlencode({**{f"v.{k}": v for k, v in PERSON.items()}, "reference": evil})
        filed = server.ask("POST", "/case", form, headers={"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(filed.status, 303, filed.text)
        for path in (filed.headers["Location"], "/records", "/whatif?v.debt=%3Cimg%20src%3Dx%3E",
                     "/?v.debt=%22%3E%3Cimg%20src%3Dx%3E", "/records?reference=" + urllib.parse.quote(evil)):
            text = server.ask("GET", path).text
            self.assertNotIn("<img", text)
            self.assertNotIn("\u202e", text)
            self.assertNotRegex(re.sub(r'"[^"]*"', '""', text), r"<[^>]+ (style|on\w+)=")

    # ---- What is filed

    def test_files_answers_that_replay_and_can_be_proved(self):
        server = self.start()
        answer = server.json("POST", "/api/v1/models/loan/recourse?file=true&reference=417", {"person": PERSON})
        receipt = answer["receipt"]
        self.assertEqual(receipt["model"], "loan/1")
        server.json("POST", "/api/v1/models/loan/why?file=true", {"person": PERSON})
        seq = receipt["seq"]
        self.assertEqual([r["seq"] for r in server.json("GET", "/api/v1/records?reference=417")["records"]], [seq])
        checked = server.json("POST", f"/api/v1/records/{seq}/check")
        self.assertTrue(checked["as_committed"] and checked["check"]["right"])
        proof = server.json("GET", f"/api/v1/records/{seq}/proof")
        self.assertEqual(proof["leaf"], receipt["leaf"])
        record = server.json("GET", f"/api/v1/records/{seq}")
        text = json.dumps(record["record"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = __import__("hashlib").sha256(bytes.fromhex(record["salt"]) + text.encode("utf-8")).hexdigest()
        self.assertEqual(digest, receipt["commitment"])
        self.assertTrue(server.json("POST", "/api/v1/log/verify")["holds"])
        # A hold keeps it, erasing takes it away, and the log still holds.
        server.json("POST", f"/api/v1/records/{seq}/hold", {"held": True, "reason": "asked for"})
        self.assertEqual(server.ask("POST", f"/api/v1/records/{seq}/erase", {"reason": "x"}).status, 409)
        server.json("POST", f"/api/v1/records/{seq}/hold", {"held": False, "reason": "done"})
        server.json("POST", f"/api/v1/records/{seq}/erase", {"reason": "asked for"})
        self.assertEqual(server.ask("POST", f"/api/v1/records/{seq}/check", {}).status, 410)
        note = server.json("POST", "/api/v1/log/checkpoint")["note"]
        server.json("POST", "/api/v1/models/loan/why?file=true", {"person": PERSON})
        self.assertEqual(server.stop(), 0)
        bundle = self.folder / "log.jsonl"
        self.run_cogs("log", "export", "a.store", "-o", bundle)
        since = self.file("checkpoint", note)
        found = json.loads(self.run_cogs("log", "verify", bundle, "--since", since, "--replay", "--json").out)
        self.assertTrue(found["holds"])
        self.assertEqual((found["erased"], found["replayed"]), (1, 2))
        verifier = [sys.executable, "-B", str(ROOT / "tools" / "verify_log.py"), str(bundle)]
        self.assertEqual(subprocess.run([*verifier, "--since", since, "--key", found["key"]],
                                        capture_output=True, check=False).returncode, 0)
        lines = bundle.read_text(encoding="utf-8").splitlines(True)
        altered = self.file("altered.jsonl", "".join(line.replace("40000", "70000") for line in lines))
        self.run_cogs("log", "verify", altered, code=1)
        self.assertEqual(subprocess.run([*verifier[:-1], altered], capture_output=True, check=False).returncode, 1)
        self.run_cogs("log", "verify", self.file("none.jsonl", "".join(lines[:-2])), code=1)

    def test_files_once_for_one_key(self):
        server = self.start()
        path, key = "/api/v1/models/loan/recourse?file=true", {"Idempotency-Key": "k-1"}
        first = server.json("POST", path, {"person": PERSON}, headers=key)
        again = server.json("POST", path, {"person": PERSON}, headers=key)
        self.assertEqual(first["receipt"], again["receipt"])
        other = server.ask("POST", path, {"person": {**PERSON, "debt": 1}}, headers=key)
        self.assertEqual(other.status, 422)
        self.assertEqual(len(server.json("GET", "/api/v1/records")["records"]), 1)

    def test_pages_through_records_and_heeds_versions(self):
        server = self.start()
        for i in range(5):
            server.json("POST", f"/api/v1/models/loan/recourse?file=true&reference={i}", {"person": PERSON})
        seen, cursor = [], None
        while True:
            page = server.json("GET", "/api/v1/records?limit=2" + (f"&cursor={cursor}" if cursor else ""))
            seen += [r["reference"] for r in page["records"]]
            cursor = page["cursor"]
            if not cursor:
                break
        self.assertEqual(seen, ["4", "3", "2", "1", "0"])
        self.assertEqual(server.ask("GET", "/api/v1/records?limit=201").status, 400)
        etag = server.ask("GET", "/api/v1/models/loan").headers["ETag"]
        self.assertEqual(server.ask("GET", "/api/v1/models/loan", headers={"If-None-Match": etag}).status, 304)
        path = "/api/v1/models/loan/decide"
        self.assertEqual(server.ask("POST", path, {"person": PERSON}, headers={"If-Match": etag}).status, 200)
        self.assertEqual(server.ask("POST", path, {"person": PERSON}, headers={"If-Match": '"x"'}).status, 412)

    def test_loses_nothing_that_it_acknowledged(self):
        kept = {}
        chance = random.Random(int(os.environ.get("COGS_SEED", "1")))
        for kill in range(int(os.environ.get("COGS_KILLS", "3"))):
            server = self.start()
            stop = threading.Event()

            def load(server=server, stop=stop):
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
                while not stop.is_set():
                    try:
                        connection.request("POST", "/api/v1/models/loan/recourse?file=true", json.dumps({"person": PERSON}),
                                           {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
                        receipt = json.loads(connection.getresponse().read())["receipt"]
                        kept[receipt["seq"]] = receipt["commitment"]
                    except (OSError, http.client.HTTPException, ValueError, KeyError):
                        return

            threads = [threading.Thread(target=load) for _ in range(8)]
            for thread in threads:
                thread.start()
            time.sleep(0.2 + chance.random() * 0.5)
            server.stop(signal.SIGKILL)
            stop.set()
            for thread in threads:
                thread.join()
        self.assertGreater(len(kept), 10)
        server = self.start()
        self.assertTrue(server.json("POST", "/api/v1/log/verify")["holds"])
        found, start = {}, 1
        while True:
            entries = server.json("GET", f"/api/v1/log/entries?from={start}&limit=200")["entries"]
            if not entries:
                break
            found.update({e["seq"]: e["commitment"] for e in entries})
            start = entries[-1]["seq"] + 1
        self.assertEqual(sorted(found), list(range(1, len(found) + 1)))
        for seq, commitment in kept.items():
            self.assertEqual(found.get(seq), commitment)
        print(f"{len(kept)} acknowledged, {len(found)} entries")

    def test_keeps_a_second_server_out(self):
        self.start()
        done = self.run_cogs("serve", run.LOAN, "--store", "a.store", "--listen", "127.0.0.1:0", code=3)
        self.assertIn("another server uses this store", done.err)
        self.run_cogs("log", "export", "a.store", code=3)

    def test_backs_up_and_restores(self):
        server = self.start()
        server.json("POST", "/api/v1/models/loan/why?file=true", {"person": PERSON})
        server.stop()
        self.run_cogs("log", "backup", "a.store", "b.store")
        server = self.start()
        server.json("POST", "/api/v1/models/loan/why?file=true", {"person": PERSON})
        server.stop()
        done = self.run_cogs("log", "restore", "a.store", "b.store", code=3)
        self.assertIn("1 entries of the store are not in this backup", done.err)
        self.run_cogs("log", "restore", "a.store", "b.store", "--anyway")
        self.assertEqual(len(self.start().json("GET", "/api/v1/records")["records"]), 1)

    # ---- Connections

    def test_reads_a_request_in_one_way_or_not_at_all(self):
        server = self.start()
        post = "POST /api/v1/session HTTP/1.1"
        body = "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        for more in ("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                     "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked, gzip\r\n",
                     "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                     "Transfer-Encoding:\x0bchunked\r\n", "Content-Length: 4\r\nContent-Length: 5\r\n",
                     "Content-Length: 4, 4\r\n", "Content-Length: +4\r\n", "Content-Length: -4\r\n", "Content-Length: 0x4\r\n",
                     "Content-Length : 4\r\n", "Transfer-Encoding : chunked\r\n", "Trailer: X\r\nTransfer-Encoding: chunked\r\n"):
            answer = server.raw(self.head(server, post, more=more) + body.encode())
            self.assertIn(self.status(answer), (400, 501), more)
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1, (more, answer))  # nothing is read behind it
        chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        trailer = self.head(server, post, more=chunked) + b"2\r\n{}\r\n0\r\nX: y\r\n\r\n"
        self.assertEqual(self.status(server.raw(trailer)), 400)
        old = self.head(server, "POST /api/v1/session HTTP/1.0", more=chunked) + b"2\r\n{}\r\n0\r\n\r\n"
        self.assertEqual(self.status(server.raw(old)), 400)
        fine = self.head(server, post, more=chunked + "Connection: close\r\n") + b"2\r\n{}\r\n0\r\n\r\n"
        self.assertEqual(self.status(server.raw(fine)), 422)
        self.assertIn(self.status(server.raw(b"\x16\x03\x01\x02\x00")), (400, None))
        two = self.head(server) * 2 + self.head(server, more="Connection: close\r\n")
        self.assertEqual(server.raw(two).count(b"200 OK"), 3)  # one after the other on one connection

    def test_sends_a_log_in_pieces_and_keeps_nothing_of_it(self):
        server = self.start()
        for n in range(60):  # far more than one piece
            server.json("POST", f"/api/v1/models/loan/why?file=true&reference=r{n}", {"person": PERSON})
        own = f"Authorization: Bearer {TOKEN}\r\n"
        whole = server.ask("GET", "/api/v1/log/bundle").text
        self.assertGreater(len(whole), 150_000)
        last = whole.splitlines()[-1].encode("utf-8")
        self.assertGreater(whole.count("\n"), 60)
        # One after the other on one connection, the second without its body.
        bundle, end = "GET /api/v1/log/bundle HTTP/1.1", "Connection: close\r\n"
        answers = server.raw(self.head(server, bundle, more=own) +
                             self.head(server, bundle.replace("GET", "HEAD"), more=own) +
                             self.head(server, more=end))
        self.assertEqual(answers.count(b"HTTP/1.1 200 OK"), 3)
        self.assertEqual(answers.count(f"Content-Length: {len(whole.encode())}\r\n".encode()), 2)
        self.assertEqual(answers.count(last), 1)
        # Who leaves in the middle leaves no file behind, and is in nobody's way.
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
                connection.sendall(self.head(server, bundle, more=own))
                connection.recv(100)
        self.assertEqual(server.ask("GET", "/api/v1/log/bundle").text, whole)
        until = time.monotonic() + 10
        while list(self.folder.rglob("export-*")) and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(list(self.folder.rglob("export-*")), [])

    def test_serves_others_while_some_are_slow(self):
        server = self.start()
        slow = []
        for i in range(300):
            connection = socket.create_connection(("127.0.0.1", server.port))
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127" if i % 2 else b"P")
            slow.append(connection)
        times = []
        for _ in range(50):
            begin = time.monotonic()
            self.assertEqual(server.ask("GET", "/healthz").status, 200)
            times.append(time.monotonic() - begin)
        self.assertLess(sorted(times)[-3], 1.0)
        began = time.monotonic()
        slow[0].settimeout(30)
        while time.monotonic() - began < 30:  # fed drop by drop, it is closed all the same
            try:
                slow[1].sendall(b"x")
                time.sleep(0.5)
            except OSError:
                break
        self.assertLess(time.monotonic() - began, 20)
        self.assertEqual(slow[0].recv(100), b"")
        for connection in slow:
            connection.close()

    def test_answers_what_was_asked_before_it_ends(self):
        server = self.start()
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            body = json.dumps({"person": PERSON}).encode()
            connection.sendall(self.head(server, "POST /api/v1/models/loan/recourse?file=true HTTP/1.1",
                                         more=f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
                                              f"Content-Length: {len(body)}\r\n") + body[:5])
            time.sleep(0.2)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
            connection.sendall(body[5:])
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        self.assertEqual(self.status(answer), 200)
        self.assertIn(b"Connection: close", answer)
        self.assertEqual(server.stop(), 0)

    # ---- Tables, jobs, versions

    def wait(self, server, job):
        for _ in range(1200):
            state = server.json("GET", f"/api/v1/jobs/{job}")
            if state["state"] not in ("queued", "running"):
                return state
            time.sleep(0.1)
        raise AssertionError("the job does not end")

    def test_learns_reviews_releases_and_audits(self):
        self.run_cogs("demo", "--save", "demo", "-q")
        table = (self.folder / "demo" / "loans.csv").read_bytes()
        server = self.start("--store", "new.store")
        self.assertEqual(server.json("GET", "/api/v1/models")["models"], [])
        self.assertEqual(server.ask("GET", "/").headers["Location"], "/learn")
        added = server.json("POST", "/api/v1/datasets?name=loans.csv", table, status=201, headers={"Content-Type": "text/csv"})
        self.assertEqual(server.ask("POST", "/api/v1/datasets?name=x", b"\x00\x01\x02", headers={"Content-Type": "text/csv"}).status, 422)
        server.json("GET", f"/api/v1/datasets/{added['id']}")
        begun = server.json("POST", "/api/v1/jobs", {"kind": "learn", "dataset": added["id"], "series": "loans", "label": "decision",
                                                     "undesired": "reject"}, status=202)
        events = server.ask("GET", f"/api/v1/jobs/{begun['id']}/events")
        self.assertIn("data: {", events.text)
        self.assertEqual(self.wait(server, begun["id"])["outcome"], {"series": "loans", "version": 1})
        begun = server.json("POST", "/api/v1/jobs", {"kind": "causes", "dataset": added["id"], "series": "loans"}, status=202)
        self.assertEqual(self.wait(server, begun["id"])["state"], "done")
        proposals = server.json("GET", "/api/v1/models/loans/proposals")["proposals"]
        self.assertTrue(proposals)
        one = proposals[0]["id"]
        self.assertEqual(server.ask("POST", f"/api/v1/models/loans/proposals/{one}/verdicts", {"approve": True}).status, 422)
        seen = server.json("GET", f"/api/v1/models/loans/proposals?dataset={added['id']}")["proposals"]
        self.assertEqual(seen[0]["data"]["file"], "loans.csv")
        self.assertTrue(seen[0]["data"]["without_effect"])
        self.assertTrue(any(rule["answers"]["different"] for rule in seen))
        page = server.ask("GET", "/review").text  # the table that they came from, by itself
        self.assertIn("Rows that speak against it", page)
        self.assertIn("Whose, and how", page)
        self.assertNotIn("store-files", page + server.ask("GET", f"/api/v1/datasets/{added['id']}").text)
        edited = server.json("POST", f"/api/v1/models/loans/proposals/{one}/verdicts", {"rule": proposals[0]["rule"], "mode": "if",
                                                                                       "reason": "one way"}, status=201)
        self.assertEqual(edited["note"], f"edited {one}: one way")
        rule = server.json("GET", "/api/v1/models/loans/proposals")["proposals"][0]
        self.assertEqual((rule["status"], rule["mode"]), ("proposed", "if"))
        draft = server.json("POST", f"/api/v1/models/loans/proposals/{one}/verdicts", {"approve": True, "reason": "known"}, status=201)
        self.assertEqual(draft["state"], "draft")
        n = draft["n"]
        self.assertTrue(server.json("GET", f"/api/v1/models/loans/versions/1/diff/{n}")["added"])
        server.json("POST", f"/api/v1/models/loans/versions/{n}/effect", {"dataset": added["id"]})
        self.assertEqual(server.json("POST", f"/api/v1/models/loans/versions/{n}/activate")["state"], "active")
        self.assertEqual(server.json("GET", "/api/v1/models")["models"][0]["version"], n)
        for kind in ("audit", "batch"):
            begun = server.json("POST", "/api/v1/jobs", {"kind": kind, "dataset": added["id"], "series": "loans"}, status=202)
            self.assertEqual(self.wait(server, begun["id"])["state"], "done", kind)
            self.assertGreater(len(server.ask("GET", f"/api/v1/jobs/{begun['id']}/result").text), 1000)
            page = server.ask("GET", f"/jobs/{begun['id']}")
            self.assertEqual(page.status, 200)
            self.assertNotRegex(page.text, r"<[^>]+ style=")
        begun = server.json("POST", "/api/v1/jobs", {"kind": "learn", "dataset": added["id"], "series": "loans", "label": "nothing",
                                                     "undesired": "reject"}, status=202)
        failed = self.wait(server, begun["id"])
        self.assertEqual(failed["state"], "failed")
        self.assertIn("nothing", failed["error"])
        self.assertEqual(server.ask("POST", "/api/v1/jobs", {"kind": "audit", "dataset": 99, "series": "loans"}).status, 404)
        self.assertEqual(server.ask("POST", "/api/v1/jobs", {"kind": "audit", "dataset": added["id"], "series": "loans", "by": "--x"}).status, 422)
        for page in ("/", "/learn", f"/learn/{added['id']}", "/review", "/versions", f"/versions/{n}", "/versions/1", "/audits", "/log",
                     "/records", "/sign-in"):
            self.assertEqual(server.ask("GET", page).status, 200, page)
        kinds = [e["kind"] for e in server.json("GET", "/api/v1/log/entries")["entries"]]
        self.assertEqual(kinds.count("activated"), 1)
        self.assertEqual(kinds.count("table"), 1)
        self.assertEqual(kinds.count("version"), 4)
        self.assertTrue(server.json("POST", "/api/v1/log/verify")["holds"])

    # ---- Settings

    def test_checks_its_settings(self):
        config = self.file("serve.conf", f"# ours\nmodel = {run.LOAN}\nlisten = 127.0.0.1:0\nstore = x.store\nkeep-days = 30\n")
        printed = self.run_cogs("serve", "--config", config, "--check-config").out
        self.assertIn("keep-days = 30\n", printed)
        self.assertEqual(self.files(), ["serve.conf"])  # nothing is made
        wrong = self.file("wrong.conf", "listen = 127.0.0.1:0\nkeepdays = 3\n")
        done = self.run_cogs("serve", "--config", wrong, "--check-config", code=3)
        self.assertIn("wrong.conf:2", done.err)
        self.assertIn("did you mean 'keep-days'", done.err)
        self.run_cogs("serve", run.LOAN, "--listen", "0.0.0.0:0", "--check-config", code=2)
        self.run_cogs("serve", run.LOAN, "--listen", "nonsense", "--check-config", code=2)
        self.run_cogs("serve", self.file("bad.cogs", "#feature\n"), "--check-config", code=3)
        self.run_cogs("serve", "nothing.cogs", code=3)
        token = self.file("open_token", TOKEN)
        os.chmod(token, 0o644)
        self.run_cogs("serve", run.LOAN, "--token-file", token, "--check-config", code=3)

    def test_logs_no_personal_data_and_counts(self):
        server = self.start(run.LOAN, "--store", "a.store", "--log", "log.jsonl")
        server.ask("GET", "/case?v.debt=54321&v.age=31")
        server.json("POST", "/api/v1/models/loan/recourse?file=true&reference=secret", {"person": PERSON})
        metrics = server.ask("GET", "/metrics").text
        self.assertIn('route="/api/v1/models/{series}/recourse",status="200"} 1', metrics)
        self.assertIn("cogs_log_entries 2", metrics)
        server.stop()
        log = (self.folder / "log.jsonl").read_text(encoding="utf-8")
        self.assertNotIn("54321", log)
        self.assertNotIn("secret", log)
        lines = [json.loads(line) for line in log.splitlines()]
        self.assertEqual(lines[0]["route"], "/case")


@unittest.skipUnless(HAS_SERVER, "built without the server")
class DemoInTheBrowser(run.Case):
    def test_it_opens_without_a_folder_and_leaves_nothing_behind(self):
        before = dict(os.environ, TMPDIR=str(self.folder))
        process = subprocess.Popen([run.COGS, "demo", "--serve"], env=before, cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            line = process.stdout.readline().decode("utf-8")
            port = int(re.match(r"Open http://127\.0\.0\.1:(\d+)/sign-in#once=", line).group(1))
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", "/readyz")
            self.assertEqual(connection.getresponse().status, 200)
            connection.close()
            self.assertEqual(len(list(self.folder.glob("cogs-demo-*/loan.cogs"))), 1)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
