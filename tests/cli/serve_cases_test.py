#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What people send to the server and what they get to see of it: models that name files, cases with
links, letters, answers of the command line in a store, time stamps."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import threading
import time
import unittest
import urllib.parse

import run
import serve_test
from serve_test import PERSON, ROOT, TOKEN, Server

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SCORED = """#feature debt : integer 0..100.
#undesired no(X).
#import risk from '%s', format xgboost, sha256 '%s'.
no(X) :- risk(X, S), S < 0.
"""


@unittest.skipUnless(serve_test.HAS_SERVER, "built without the server")
class Sent(run.Case):
    def start(self, *arguments, **more):
        server = Server(self.folder, *(arguments or (run.LOAN, "--store", "a.store")), **more)
        self.addCleanup(server.stop, serve_test.signal.SIGKILL)
        return server

    def form(self, server, path, fields, cookie=None, status=303):
        headers = dict(FORM, **({"Cookie": cookie} if cookie else {}))
        answer = server.ask("POST", path, urllib.parse.urlencode(fields), headers=headers, token=None if cookie else TOKEN)
        self.assertEqual(answer.status, status, answer.text)
        return answer

    # ---- Files

    def test_opens_no_file_that_a_sent_model_names(self):
        secret = self.folder / "secret.json"
        secret.write_text('{"password": "swordfish"}', encoding="utf-8")
        fingerprint = hashlib.sha256(secret.read_bytes()).hexdigest()
        os.mkfifo(self.folder / "pipe")  # whoever opens it waits for ever
        server = self.start()
        versions = "/api/v1/models/loan/versions"
        for name in (str(secret), "secret.json", "../secret.json", "/etc/passwd", "/proc/self/environ", "/dev/zero", "pipe",
                     "a.store", "./secret.json", "x/../secret.json", "a.store-files/../secret.json", ".", ""):
            for pin in (fingerprint, "0" * 64, ""):
                began = time.monotonic()
                answer = server.ask("POST", versions, {"text": SCORED % (name, pin)})
                self.assertEqual(answer.status, 422, (name, answer.text))
                self.assertLess(time.monotonic() - began, 60)
                self.assertNotIn("swordfish", answer.text)
                if not pin == fingerprint:
                    self.assertNotIn(fingerprint, answer.text)
                self.assertRegex(answer.text, "server|name of a file|quotes")
        self.assertEqual(len(server.json("GET", versions)["versions"]), 1)
        # Nor by a rule that replaces another, nor by the name of a series.
        self.assertIn(server.ask("POST", "/api/v1/models/..%2Fx/versions", {"text": "#feature a : integer 0..1."}).status, (404, 422))
        self.assertEqual(server.ask("POST", "/api/v1/files?name=..%2Fx", "x", headers={"Content-Type": "application/octet-stream"}).status, 422)
        self.assertEqual(server.ask("GET", "/healthz").status, 200)

    def test_keeps_files_that_models_name_by_their_checksum(self):
        saved = (ROOT / "tests" / "score" / "models" / "card.csv").read_bytes()
        pin = hashlib.sha256(saved).hexdigest()
        self.run_cogs("import", str(ROOT / "tests" / "score" / "models" / "card.csv"), "-o", "made.cogs", "-q", code=(0, 3))
        made = self.folder / "made.cogs"
        if not made.exists():
            self.skipTest("the card needs more than its file")
        text = re.sub(r"from '[^']*card.csv'", "from 'card.csv'", made.read_text(encoding="utf-8"))
        self.assertIn(f"sha256 '{pin}'", text)
        server = self.start()
        versions = "/api/v1/models/card/versions"
        self.assertIn("send it first", server.ask("POST", versions, {"text": text}).text)
        kind = {"Content-Type": "application/octet-stream"}
        self.assertEqual(server.json("POST", "/api/v1/files?name=card.csv", saved, headers=kind, status=201)["sha256"], pin)
        self.assertEqual([f["sha256"] for f in server.json("GET", "/api/v1/files")["files"]], [pin])
        n = server.json("POST", versions, {"text": text}, status=201)["n"]
        server.json("POST", f"{versions}/{n}/activate")
        features = server.json("GET", "/api/v1/models/card")
        self.assertTrue(features)
        # The same model beside its file, from the command line: the file is kept, and may go.
        (self.folder / "b").mkdir()
        (self.folder / "b" / "card.csv").write_bytes(saved)
        (self.folder / "b" / "card.cogs").write_text(text, encoding="utf-8")
        server.stop()
        server = self.start("b/card.cogs", "--store", "b.store")
        shutil.rmtree(self.folder / "b")
        server.stop()
        server = self.start("--store", "b.store")
        server.json("GET", "/api/v1/models/card")

    def test_a_hard_or_hostile_model_ends_in_a_process_of_its_own(self):
        server = self.start()
        deep = "#feature a : integer 0..9.\n#undesired no(X).\nno(X) :- a(X, V), V #< " + "(" * 100000 + "1" + ")" * 100000 + ".\n"
        wide = "".join(f"#feature a{i} : integer 0..999999999.\n" for i in range(5000)) + "#undesired no(X).\n" + "".join(
            f"no(X) :- a{i}(X, V), V #< {j}.\n" for i in range(5000) for j in range(3))
        for text in (deep, "#feature" * 20000, "'" * 100001, "/*" * 50000, wide):
            answer = server.ask("POST", "/api/v1/models/hard/versions", {"text": text})
            self.assertIn(answer.status, (201, 422), answer.text[:300])
            self.assertEqual(server.ask("GET", "/healthz").status, 200)
        self.assertFalse([f for f in os.listdir(self.folder / "a.store-files") if f.startswith("trying-")])

    def test_takes_no_packed_tables_and_little_from_strangers(self):
        server = self.start()
        bomb = subprocess.run(["gzip", "-c"], input=b"a,b\n" + b"1,2\n" * 1000000, capture_output=True, check=True).stdout
        kind = {"Content-Type": "text/csv"}
        self.assertEqual(server.ask("POST", "/api/v1/datasets?name=a.csv", bomb, headers=kind).status, 415)
        answer = server.raw((f"POST /api/v1/datasets?name=a HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: text/csv\r\n"
                             "Content-Length: 100000000\r\n\r\n").encode() + b"x" * 100)
        self.assertIn(b" 413 ", answer.split(b"\r\n")[0])
        named = server.json("POST", "/api/v1/datasets?name=loan.cogs", b"a,b\n1,2\n3,4\n", headers=kind, status=201)
        before = (self.folder / "a.store-files" / f"table-{named['id']}.csv").read_bytes()
        job = server.json("POST", "/api/v1/jobs", {"kind": "batch", "dataset": named["id"], "series": "loan"}, status=202)
        for _ in range(600):
            if server.json("GET", f"/api/v1/jobs/{job['id']}")["state"] not in ("queued", "running"):
                break
            time.sleep(0.1)
        self.assertEqual((self.folder / "a.store-files" / f"table-{named['id']}.csv").read_bytes(), before)

    def test_writes_large_tables_to_the_disk_as_they_come(self):
        server = self.start()
        rows = b"age,debt\n" + b"".join(b"%d,%d\n" % (i % 90, i) for i in range(2000000))  # 20 MB
        kind = {"Content-Type": "text/csv"}

        def memory():
            with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
                return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) * 1024

        added = server.json("POST", "/api/v1/datasets?name=big.csv", rows, headers=kind, status=201)
        self.assertEqual(added["sha256"], hashlib.sha256(rows).hexdigest())
        self.assertEqual(added["bytes"], len(rows))
        print(f"{len(rows)} bytes sent, {memory()} bytes at most")
        # In chunks too; and what is cut short or no table leaves nothing behind.
        chunked = (f"POST /api/v1/datasets?name=c.csv HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {TOKEN}\r\n"
                   "Content-Type: text/csv\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n").encode()
        self.assertIn(b" 201 ", server.raw(chunked + b"8\r\na,b\n1,2\n\r\n4\r\n3,4\n\r\n0\r\n\r\n", wait=20).split(b"\r\n")[0])
        self.assertIn(b" 400 ", server.raw(chunked + b"8\r\na,b\n1,2\n\r\n0\r\nX: y\r\n\r\n").split(b"\r\n")[0])
        server.raw(chunked + b"8\r\na,b\n", wait=0.2)
        bad = server.ask("POST", "/api/v1/datasets?name=x.csv", b"\x00\x01\x02", headers=kind)
        self.assertEqual(bad.status, 422)
        self.assertNotIn("upload-", bad.text)
        time.sleep(0.5)
        self.assertFalse([f for f in os.listdir(self.folder / "a.store-files") if f.startswith("upload-")])

    # ---- Cases

    def opened_case(self, server, reference="2026-000417"):
        fields = {**{f"v.{k}": v for k, v in PERSON.items()}, "reference": reference}
        record = self.form(server, "/case", fields).headers["Location"]
        seq = int(record.rsplit("/", 1)[1])
        return seq, server.json("GET", f"/api/v1/records/{seq}")["case"]

    def cookie_of(self, server, path):
        answer = self.form(server, "/mine/open", {"secret": path.split("#case=")[1]})
        self.assertIn("Path=/mine; HttpOnly; SameSite=Strict", answer.headers["Set-Cookie"])
        return answer.headers["Set-Cookie"].split(";")[0]

    def test_shows_one_case_to_whoever_has_its_link(self):
        server = self.start()
        seq, case = self.opened_case(server)
        again, same = self.opened_case(server)
        self.assertEqual(case, same)
        other, foreign = self.opened_case(server, "2026-000999")
        self.assertNotEqual(case, foreign)
        self.assertEqual(server.json("GET", f"/api/v1/cases/{case}")["answers"], [again, seq])
        link = server.json("POST", f"/api/v1/cases/{case}/links", {"days": 2}, status=201)["path"]
        cookie = self.cookie_of(server, link)
        page = server.ask("GET", "/mine/case", token=None, headers={"Cookie": cookie})
        self.assertEqual(page.status, 200, page.text)
        self.assertIn("2026-000417", page.text)
        self.assertNotIn("reject_loan(X)", page.text)  # no line of the model
        self.assertNotIn("2026-000999", page.text)
        self.assertEqual(server.ask("GET", "/mine/whatif", token=None, headers={"Cookie": cookie}).status, 200)
        # Nothing else opens with it, whatever the path; and nothing of this with no link.
        for path in ("/", "/records", f"/records/{seq}", f"/cases/{case}", "/log", "/versions"):
            self.assertEqual(server.ask("GET", path, token=None, headers={"Cookie": cookie}).headers["Location"], "/sign-in", path)
        for path in (f"/api/v1/records/{seq}", "/api/v1/log/entries", "/api/v1/models/loan", f"/api/v1/cases/{case}", "/metrics"):
            self.assertEqual(server.ask("GET", path, token=None, headers={"Cookie": cookie}).status, 401, path)
        self.assertEqual(server.ask("GET", "/mine/case", token=None).headers["Location"], "/mine")
        self.assertEqual(server.ask("GET", "/mine/case").headers["Location"], "/mine")  # a token is no link
        self.assertEqual(server.ask("POST", "/mine/whatif", {"person": PERSON}, token=None).status, 401)
        self.form(server, "/mine/open", {"secret": "x" * 43}, status=401)
        # Ended links are ended at once; erasing the last answer takes the case away.
        self.assertEqual(server.ask("DELETE", f"/api/v1/cases/{case}/links").status, 204)
        self.assertEqual(server.ask("GET", "/mine/case", token=None, headers={"Cookie": cookie}).headers["Location"], "/mine")
        cookie = self.cookie_of(server, server.json("POST", f"/api/v1/cases/{case}/links", {}, status=201)["path"])
        for one in (seq, again):
            server.json("POST", f"/api/v1/records/{one}/erase", {"reason": "asked for"})
        self.assertIsNone(server.json("GET", f"/api/v1/cases/{case}")["reference"])
        self.assertEqual(server.ask("GET", "/mine/case", token=None, headers={"Cookie": cookie}).headers["Location"], "/mine")
        self.assertEqual(server.ask("POST", f"/api/v1/cases/{case}/links", {"days": 0}).status, 422)
        self.assertEqual(server.ask("POST", "/api/v1/cases/999/links", {}).status, 404)
        self.assertTrue(server.json("POST", "/api/v1/log/verify")["holds"])
        self.assertNotIn(link.split("#case=")[1].encode(), (self.folder / "a.store").read_bytes())

    def test_shows_people_beside_each_other(self):
        server = self.start()
        one, _ = self.opened_case(server, "one")
        fields = {"v.age": 40, "v.debt": 0, "v.bank_balance": 90000, "v.credit_score": 700, "reference": "<b>two"}
        two = self.form(server, "/case", fields).headers["Location"].rsplit("/", 1)[1]
        page = server.ask("GET", f"/beside?r={one}&r={two}")
        self.assertEqual(page.status, 200, page.text)
        self.assertIn("What makes the difference", page.text)
        self.assertNotIn("<b>two", page.text)
        self.assertEqual(server.ask("GET", f"/beside?r={one}").status, 422)
        self.assertEqual(server.ask("GET", f"/beside?r={one}&r=999").status, 404)

    def test_lets_nobody_read_the_rules_out_by_trying(self):
        server = self.start()
        _, case = self.opened_case(server)
        cookie = self.cookie_of(server, server.json("POST", f"/api/v1/cases/{case}/links", {}, status=201)["path"])
        connection = serve_test.http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        statuses = []
        for _ in range(1001):
            connection.request("POST", "/mine/whatif", json.dumps({"person": PERSON}),
                               {"Cookie": cookie, "Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read().decode()
            statuses.append(answer.status)
            self.assertNotIn("reject_loan(X)", text)
        self.assertEqual(statuses, [200] * 1000 + [429])

    # ---- Letters

    def test_writes_files_and_sends_letters(self):
        letters = ROOT / "examples" / "letters"
        server = self.start(letters / "loan.cogs", "--store", "l.store", "--letter-settings", letters / "office.txt",
                            "--letter-codes", letters / "codes.csv")
        person = json.loads((letters / "person.json").read_text(encoding="utf-8"))
        case = server.json("POST", "/api/v1/cases", {"series": "loan", "reference": "A-7"}, status=201)["id"]
        filed = server.json("POST", f"/api/v1/models/loan/recourse?file=true&case={case}&reference=A-7", {"person": person})
        seq = filed["receipt"]["seq"]
        path = f"/api/v1/records/{seq}/letters"
        preview = server.json("POST", path, {"template": "regulation-b"})
        self.assertEqual(preview["refusals"], [])
        self.assertTrue(preview["reasons"])
        shown = self.run_cogs("letter", str(letters / "loan.cogs"), str(letters / "person.json"), "--template", "regulation-b",
                              "--settings", str(letters / "office.txt"), "--codes", str(letters / "codes.csv"), "--id", "A-7",
                              "--date", time.strftime("%Y-%m-%d", time.gmtime())).out
        self.assertEqual(preview["html"], shown)
        entries = len(server.json("GET", "/api/v1/log/entries?limit=200")["entries"])
        letter = server.json("POST", path + "?file=true", {"template": "regulation-b"}, status=201)
        self.assertEqual(len(server.json("GET", "/api/v1/log/entries?limit=200")["entries"]), entries + 1)
        self.assertEqual(server.json("GET", f"/api/v1/letters/{letter['seq']}")["html"], shown)
        page = server.ask("GET", f"/letters/{letter['seq']}")
        self.assertIn("Principal reasons", page.text)
        self.assertNotIn("<style", page.text)
        # The person sees it once it was sent.
        cookie = self.cookie_of(server, server.json("POST", f"/api/v1/cases/{case}/links", {}, status=201)["path"])
        own = {"Cookie": cookie}
        self.assertEqual(server.ask("GET", f"/mine/letters/{letter['seq']}", token=None, headers=own).status, 404)
        sent = server.json("POST", f"/api/v1/letters/{letter['seq']}/sent", {"sent_by": "post"})
        self.assertEqual(sent["sent_by"], "post")
        self.assertEqual(server.ask("POST", f"/api/v1/letters/{letter['seq']}/sent", {"sent_by": "post"}).status, 409)
        self.assertEqual(server.ask("GET", f"/mine/letters/{letter['seq']}", token=None, headers=own).status, 200)
        self.assertIn(f"/mine/letters/{letter['seq']}", server.ask("GET", "/mine/case", token=None, headers=own).text)
        # What cannot be said is refused, with words; pages do the same.
        self.assertEqual(server.ask("POST", path, {"template": "none"}).status, 422)
        refused = server.ask("POST", path, {"template": "gdpr"})
        self.assertEqual(refused.status, 422)
        self.assertIn("controller", refused.text)
        self.assertEqual(server.ask("GET", f"/records/{seq}/letter").status, 200)
        self.assertIn("Principal reasons", self.form(server, f"/records/{seq}/letter", {"template": "regulation-b", "language": "en",
                                                     "do": "preview", "ways": "1"}, status=200).text)
        self.form(server, f"/records/{seq}/letter", {"template": "regulation-b", "language": "en", "do": "file"})
        # A hold keeps the letters too, and they go with the answer.
        server.json("POST", f"/api/v1/records/{seq}/hold", {"held": True, "reason": "a complaint"})
        self.assertEqual(server.ask("POST", f"/api/v1/records/{letter['seq']}/erase", {"reason": "x"}).status, 409)
        server.json("POST", f"/api/v1/records/{seq}/hold", {"held": False, "reason": "over"})
        server.json("POST", f"/api/v1/records/{seq}/erase", {"reason": "asked for"})
        self.assertTrue(server.json("GET", f"/api/v1/letters/{letter['seq']}")["erased"])
        self.assertEqual(server.ask("GET", f"/letters/{letter['seq']}").status, 410)
        self.assertTrue(server.json("POST", "/api/v1/log/verify")["holds"])

    # ---- The store without a server

    def test_files_answers_of_the_command_line(self):
        words = [f"{k}={v}" for k, v in PERSON.items()]
        first = self.run_cogs("recourse", run.LOAN, *words, "--record", "a.store", "--id", "417", code=(0, 1))
        self.assertIn("filed as #2 of a.store", first.err)  # the first entry is the model's
        self.run_cogs("why", run.LOAN, *words, "--record", "a.store")
        self.run_cogs("recourse", run.LOAN, *words, "--record", "a.store", "--at", "2026-01-01T00:00:00Z", code=2)
        server = self.start()
        rows = server.json("GET", "/api/v1/records")["records"]
        self.assertEqual([(r["kind"], r["reference"]) for r in rows], [("why", None), ("recourse", "417")])
        self.assertTrue(server.json("POST", "/api/v1/records/2/check")["check"]["right"])
        busy = self.run_cogs("why", run.LOAN, *words, "--record", "a.store", code=3)
        self.assertIn("ask the server that uses it", busy.err)
        server.stop()
        self.run_cogs("log", "export", "a.store", "-o", "log.jsonl")
        self.assertIn("2 answers replayed", self.run_cogs("log", "verify", "log.jsonl", "--replay").out)

    def test_says_which_answers_a_bundle_cannot_replay(self):
        boosted = run.EXAMPLES / "boosted"
        self.run_cogs("why", boosted / "loan.cogs", f"{boosted}/people.csv:21", "--record", "b.store", code=(0, 1))
        self.run_cogs("log", "export", "b.store", "-o", "log.jsonl")
        said = self.run_cogs("log", "verify", "log.jsonl", "--replay").out
        self.assertIn("0 answers replayed", said)
        self.assertIn("1 answers were not replayed: their models name files", said)

    def test_opens_stores_of_older_versions(self):
        server = self.start()
        server.json("POST", "/api/v1/models/loan/why?file=true&reference=old", {"person": PERSON})
        server.stop()
        database = __import__("sqlite3").connect(self.folder / "a.store")
        database.executescript("DROP INDEX answer_series; DROP TABLE letter; DROP TABLE case_link; DROP INDEX answer_case; DROP TABLE cases; DROP TABLE file;"
                               "ALTER TABLE answer DROP COLUMN case_id; ALTER TABLE checkpoint DROP COLUMN stamp;"
                               "PRAGMA user_version=1;")
        database.close()
        server = self.start()
        self.assertEqual(server.json("GET", "/api/v1/records?reference=old")["records"][0]["kind"], "why")
        server.json("POST", "/api/v1/cases", {"series": "loan", "reference": "new"}, status=201)
        self.assertTrue(server.json("POST", "/api/v1/log/verify")["holds"])
        server.stop()
        database = __import__("sqlite3").connect(self.folder / "a.store")
        database.execute("PRAGMA user_version=99")
        database.close()
        newer = self.run_cogs("serve", run.LOAN, "--store", "a.store", "--listen", "127.0.0.1:0", code=3)
        self.assertIn("newer cogs", newer.err)

    @unittest.skipUnless(shutil.which("openssl"), "no openssl")
    def test_keeps_time_stamps_that_openssl_verifies(self):
        words = [f"{k}={v}" for k, v in PERSON.items()]
        self.run_cogs("why", run.LOAN, *words, "--record", "a.store")
        self.run_cogs("log", "anchor", "a.store", "q.tsq")
        config = self.file("ts.conf", "[req]\ndistinguished_name=dn\n[dn]\n[ext]\nextendedKeyUsage=critical,timeStamping\n"
                           "basicConstraints=CA:TRUE\n[tsa]\ndefault_tsa=one\n[one]\nserial=serial\ncrypto_device=builtin\n"
                           "signer_cert=cert.pem\nsigner_key=key.pem\nsigner_digest=sha256\ndefault_policy=1.2.3.4\n"
                           "digests=sha256\nordering=no\ntsa_name=no\ness_cert_id_chain=no\n")

        def ssl(*arguments):
            return subprocess.run(["openssl", *arguments], cwd=self.folder, capture_output=True, text=True, check=False)

        made = ssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2",
                   "-subj", "/CN=test", "-config", config, "-extensions", "ext")
        self.assertEqual(made.returncode, 0, made.stderr)
        (self.folder / "serial").write_text("01\n", encoding="ascii")
        replied = ssl("ts", "-reply", "-queryfile", "q.tsq", "-config", config, "-section", "one", "-out", "r.tsr")
        self.assertEqual(replied.returncode, 0, replied.stderr)
        checked = ssl("ts", "-verify", "-data", "q.tsq.note", "-in", "r.tsr", "-CAfile", "cert.pem")
        self.assertIn("Verification: OK", checked.stdout + checked.stderr)
        self.run_cogs("log", "anchor", "a.store", "r.tsr", "--reply")
        self.run_cogs("log", "anchor", "a.store", "q.tsq", "--reply", code=3)

    # ---- What goes wrong

    def test_a_full_disk_loses_nothing_and_is_said(self):
        place = self.folder / "small"
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(place)], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("nobody may mount here")
        self.addCleanup(subprocess.run, ["umount", "-l", str(place)], check=False)
        server = self.start(run.LOAN, "--store", place / "a.store")
        kept, full = {}, None
        for _ in range(3000):
            answer = server.ask("POST", "/api/v1/models/loan/recourse?file=true", {"person": PERSON})
            if answer.status != 200:
                full = answer
                break
            receipt = json.loads(answer.text)["receipt"]
            kept[receipt["seq"]] = receipt["commitment"]
        self.assertIsNotNone(full)
        self.assertEqual(full.status, 507, full.text)
        self.assertIn("full", full.text)
        self.assertEqual(server.ask("GET", "/api/v1/records").status, 200)  # reading goes on
        self.assertEqual(server.ask("POST", "/api/v1/models/loan/recourse", {"person": PERSON}).status, 200)
        self.assertEqual(server.ask("GET", "/readyz").status, 503)
        subprocess.run(["mount", "-o", "remount,size=30m", str(place)], check=True)
        server.json("POST", "/api/v1/models/loan/recourse?file=true", {"person": PERSON})
        self.assertTrue(server.json("POST", "/api/v1/log/verify")["holds"])
        for seq, commitment in list(kept.items())[:: max(1, len(kept) // 50)]:
            self.assertEqual(server.json("GET", f"/api/v1/log/entries?from={seq}&limit=1")["entries"][0]["commitment"], commitment)
        server.stop()

    def test_says_that_a_store_was_altered_or_set_back(self):
        server = self.start()
        for _ in range(3):
            server.json("POST", "/api/v1/models/loan/why?file=true", {"person": PERSON})
        server.json("POST", "/api/v1/log/checkpoint")
        kept = server.json("GET", "/api/v1/log/checkpoint")["note"]
        server.stop()
        old = (self.folder / "a.store").read_bytes()
        server = self.start()
        server.json("POST", "/api/v1/models/loan/why?file=true", {"person": PERSON})
        later = server.json("POST", "/api/v1/log/checkpoint")["note"]
        server.stop()
        # Somebody puts the old file back by hand: the server says so.
        (self.folder / "a.store").write_bytes(old)
        for extra in ("a.store-wal", "a.store-shm"):
            (self.folder / extra).unlink(missing_ok=True)
        refused = self.run_cogs("serve", run.LOAN, "--store", "a.store", "--listen", "127.0.0.1:0", code=3)
        self.assertIn("another copy was put in its place", refused.err)
        # He hides that too: who kept the later checkpoint sees it.
        (self.folder / "a.store-head").unlink()
        self.run_cogs("log", "export", "a.store", "-o", "log.jsonl")
        (self.folder / "kept").write_text(kept, encoding="utf-8")
        (self.folder / "later").write_text(later, encoding="utf-8")
        self.run_cogs("log", "verify", "log.jsonl", "--since", "kept")
        set_back = self.run_cogs("log", "verify", "log.jsonl", "--since", "later", code=1)
        self.assertIn("of which only", set_back.out)
        # Somebody cuts the log with SQL: the server does not start with it.
        database = __import__("sqlite3").connect(self.folder / "a.store")
        database.executescript("DROP TRIGGER log_is_not_shortened; PRAGMA foreign_keys=OFF; DELETE FROM log WHERE seq = 4;")
        database.close()
        refused = self.run_cogs("serve", run.LOAN, "--store", "a.store", "--listen", "127.0.0.1:0", code=3)
        self.assertIn("altered", refused.err)


if __name__ == "__main__":
    unittest.main()
