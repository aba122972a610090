# SPDX-License-Identifier: Apache-2.0
"""cogs solve as a user runs it: answers in every format, exit codes, limits, the dialogue."""

import json
import os
import pty
import select
import signal
import subprocess
import time
import unittest

from run import COGS, Case

BIRDS = """\
bird(tweety). bird(sam). penguin(sam).
ab(X) :- penguin(X).
flies(X) :- bird(X), not ab(X).
-swims(X) :- bird(X).
:- flies(X), penguin(X).
#pred flies(X) :: '@(X:animal) flies'.
?- flies(X).
"""
ENDLESS = "n(0). n(s(X)) :- n(X).\n?- n(X), X = a.\n"
EVEN = "a :- not b. b :- not a. p :- a. p :- b.\n?- p.\n"


class Answers(Case):
    def test_the_text_is_that_of_scasp(self):
        program = self.file("birds.pl", BIRDS)
        done = self.run_cogs("solve", program, "--no-timing", "--width=40")
        line = "% " + "―" * 30
        self.assertEqual(done.out.splitlines(), [
            "% Query", "?- flies(X).", line, "%       Answer 1 (- sec)", line, "% Model",
            "{ not ab(tweety),", "  bird(tweety),", "  flies(tweety),", "  not penguin(tweety)", "}",
            "% Bindings", "X = tweety", ""])
        self.assertEqual(done.err, "")

    def test_the_proof(self):
        program = self.file("birds.pl", BIRDS)
        done = self.run_cogs("solve", program, "--tree", "--no-timing")
        self.assertIn("% Justification\n   query ←\n      flies(tweety) ←\n"
                      "         bird(tweety) ∧\n         not ab(tweety) ←\n", done.out)
        long = self.run_cogs("solve", program, "--tree", "--long")
        self.assertIn("not o_ab_1(tweety)", long.out)
        positive = self.run_cogs("solve", program, "--tree", "--pos").out
        tree = positive[:positive.index("% Model")]
        self.assertNotIn("not ab(tweety)", tree)

    def test_the_full_proof_has_what_stands_before_a_failing_goal(self):
        program = self.file("p.pl", "q(1). q(2). r(1). s(2).\np(X) :- q(X), r(X), not r(X).\n"
                                    "p(X) :- q(X), s(X), X > 5.\nok :- not p(2).\n?- ok.\n")
        usual = self.run_cogs("solve", program, "--tree", "--no-timing").out
        full = self.run_cogs("solve", program, "--tree=full", "--no-timing").out
        self.assertIn("not p(2) ←\n            not r(2) ∧\n            2 =< 5.\n", usual)
        self.assertIn("not p(2) ←\n            q(2) ∧\n            not r(2) ∧\n"
                      "            proved(q(2)) ∧\n            s(2) ∧\n            2 =< 5.\n", full)
        self.assertEqual(usual[usual.index("% Model"):], full[full.index("% Model"):])
        self.run_cogs("solve", "--tree", program)
        self.run_cogs("solve", "--tree=none", program, code=2)

    def test_the_full_proof_of_an_answer_set(self):
        program = self.file("p.lp", "{ a ; b }. c :- a, b, not d. d :- a, not c. :- b. :- not d.\n")
        full = self.run_cogs("solve", program, "--tree=full", "--no-timing").out
        self.assertIn("not c ←\n            proved(a) ∧\n            chs(d) ∧\n", full)

    def test_in_words(self):
        program = self.file("birds.pl", BIRDS)
        done = self.run_cogs("solve", program, "--tree", "--human")
        self.assertIn("I would like to know if\n   an animal flies?\n", done.out)
        self.assertIn("   the animal tweety flies, because\n", done.out)
        self.assertIn("there is no evidence that ab holds for tweety", done.out)

    def test_any_value_is_no_answer_of_its_own(self):
        program = self.file("q.pl", "q(a,1). q(a,2). q(b,3). r(X) :- member(X, [c,d]).\n?- q(X,_).\n")
        done = self.run_cogs("solve", program, "-s0")
        self.assertEqual([line for line in done.out.splitlines() if " = " in line],
                         ["X = a", "X = b"])
        done = self.run_cogs("solve", program, "--query=r(X)")
        self.assertIn("{ r(c)\n}\n", done.out)  # and nothing of member/2

    def test_the_checker_accepts_what_is_right(self):
        program = self.file("r.pl", "p(T) :- T #>= 2, not q(T). q(T) :- T #>= 1.\n"
                                    "r :- not some. some :- p(_).\n?- r.\n")
        done = self.run_cogs("solve", program, "--check")
        self.assertIn("the checker accepts 1 answer\n", done.err)

    def test_as_many_as_asked_for(self):
        program = self.file("p.pl", "p(1). p(2). p(3).\n?- p(X).\n")
        for options, count in ([], 1), (["-s2"], 2), (["-n", "0"], 3), (["-s", "9"], 3):
            done = self.run_cogs("solve", program, *options)
            self.assertEqual(done.out.count("Answer "), count, options)

    def test_the_query_of_the_command_line(self):
        program = self.file("birds.pl", BIRDS)
        done = self.run_cogs("solve", program, "--query=-swims(S), not flies(S)", "-s0")
        self.assertIn("?- -swims(S),\n   not flies(S).\n", done.out)
        self.assertIn("S = sam\n", done.out)

    def test_several_files_and_standard_input(self):
        one = self.file("one.pl", "p(X) :- q(X).\n")
        done = self.run_cogs("solve", one, "-", input=b"q(a). ?- p(X).")
        self.assertIn("X = a\n", done.out)

    def test_constants(self):
        program = self.file("c.pl", "#const n = 2.\np(1..n).\n?- p(X).\n")
        done = self.run_cogs("solve", program, "-c", "n=4", "-s0")
        self.assertEqual(done.out.count("Answer "), 4)
        self.run_cogs("solve", program, "-c", "n", code=2)

    def test_a_closed_world(self):
        program = self.file("w.pl", "b(a). d(z).\nc :- not b(X).\n")
        options = ["solve", program, "--no-warnings", "--closed-world", "-s0"]
        self.assertIn("not b(z)", self.run_cogs(*options, "--query=c").out)
        done = self.run_cogs(*options, "--query=not b(X)", "--tree")
        self.assertIn("?- not b(X).\n", done.out)
        self.assertNotIn("$constant", done.out)
        self.assertEqual(done.out.count("X = "), 1)
        only = self.file("only.pl", "b(a).\nc :- not b(X).\n")
        self.run_cogs("solve", only, "--query=c", "-q", code=0)
        self.run_cogs("solve", only, "--query=c", "-q", "--closed-world", code=1)

    def test_json(self):
        program = self.file("birds.pl", BIRDS)
        result = json.loads(self.run_cogs("solve", program, "-s0", "--json", "--tree").out)
        self.assertEqual(result["solver"], "cogs")
        self.assertEqual(result["status"], "found")
        self.assertTrue(result["complete"])
        answer, = result["answers"]
        self.assertEqual(answer["bindings"]["X"],
                         {"truth": True, "value": {"type": "atom", "value": "tweety"}})
        self.assertEqual(answer["tree"]["node"]["value"]["value"], "query")
        self.assertEqual(answer["tree"]["children"][0]["node"]["source_line"], 3)
        self.run_cogs("solve", program, "--json=out.json")
        self.assertEqual(json.loads((self.folder / "out.json").read_text())["solver"], "cogs")

    def test_json_of_relations(self):
        program = self.file("r.pl", "p(X, Y, Z) :- X #> Y, Z #= X + Y.\n?- p(X, Y, Z).\n")
        answer = json.loads(self.run_cogs("solve", program, "--json").out)["answers"][0]
        self.assertEqual(len(answer["relations"]), 2)
        text = self.run_cogs("solve", program).out
        self.assertIn("X = X | {", text)

    def test_json_of_clingo(self):
        program = self.file("even.pl", EVEN)
        result = json.loads(self.run_cogs("solve", program, "-s0", "--outf=2").out)
        self.assertEqual(result["Result"], "SATISFIABLE")
        self.assertEqual(result["Models"], {"Number": 2, "More": "no"})
        values = sorted(sorted(w["Value"]) for w in result["Call"][0]["Witnesses"])
        self.assertEqual(values, [["a", "p"], ["b", "p"]])
        none = json.loads(self.run_cogs("solve", program, "--query", "a, b", "--outf=2", code=1).out)
        self.assertEqual(none["Result"], "UNSATISFIABLE")

    def test_a_page_for_the_browser(self):
        program = self.file("birds.pl", BIRDS.replace("tweety", "'<b>tweety'"))
        self.run_cogs("solve", program, "--html", "page.html", "--human")
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        self.assertIn('class="tree"', page)
        self.assertIn("&lt;b&gt;tweety", page)
        self.assertNotIn("<b>", page)
        self.assertNotIn("http", page.replace("http-equiv", ""))

    def test_the_program_with_its_duals(self):
        program = self.file("birds.pl", BIRDS)
        done = self.run_cogs("solve", program, "--code")
        self.assertIn("not o_flies_1", done.out)

    def test_the_file_of_o_is_whole(self):
        program = self.file("p.pl", "p(1). p(2).\n?- p(X).\n")
        done = self.run_cogs("solve", program, "-s0", "-o", "out.txt")
        self.assertEqual(done.out, "")
        self.assertEqual((self.folder / "out.txt").read_text().count("Answer "), 2)

    def test_names_with_escapes_do_nothing_to_the_terminal(self):
        program = self.file("e.pl", "p('\\x1b\\[31mred\\n\\x202e\\').\n?- p(X).\n")
        for options in [], ["--tree"], ["--human", "--tree"], ["--json"], ["--code"]:
            done = self.run_cogs("solve", program, *options)
            self.assertFalse(any(ord(c) < 32 and c != "\n" for c in done.out), options)
            self.assertNotIn("\u202e", done.out)

    def test_equal_runs_give_equal_bytes(self):
        program = self.file("even.pl", EVEN)
        options = ["solve", program, "-s0", "--json", "--tree", "--no-timing"]
        self.assertEqual(self.run_cogs(*options).out, self.run_cogs(*options).out)

    def test_a_reader_that_has_seen_enough(self):
        program = self.file("n.pl", "n(0). n(s(X)) :- n(X).\n?- n(X).\n")
        process = subprocess.Popen([COGS, "solve", program, "-s0", "--time-limit", "60"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), 0)

    def test_options_of_scasp_are_taken(self):
        program = self.file("p.pl", "p(1).\n?- p(X).\n")
        self.run_cogs("solve", "-s0", "--no-color", "--unknown=fail", "--dcc", "-u", "--forall=prev",
                      "-w", "-m", "-d", "--no-nmr", "--no-olon", "-r", "3", program)
        coloured = self.run_cogs("solve", "--color", program)
        self.assertIn("\x1b[", coloured.out)
        self.assertNotIn("\x1b[", self.run_cogs("solve", "--color", "never", program).out)

    def test_fractions_as_decimals(self):
        program = self.file("f.pl", "p(1/3).\n?- p(X).\n")
        self.assertIn("X = 1/3\n", self.run_cogs("solve", program).out)
        self.assertIn("X = 0.333\n", self.run_cogs("solve", program, "-r", "3").out)


PARTY = """\
guest(ann;bob;eve).  likes(ann,bob).  price(ann,3).  price(bob,2).  price(eve,4).
2 { comes(G) : guest(G) } 3.
:- comes(A), likes(A,B), not comes(B).
#minimize { P,G : comes(G), price(G,P) }.
#show comes/1.
"""


class ClingosLanguage(Case):
    def test_a_program_without_a_query_lists_its_answer_sets(self):
        program = self.file("choice.lp", "{ a ; b }. :- a, b.\n")
        done = self.run_cogs("solve", program, "-n0", "--check")
        self.assertEqual(done.out.count("% Model"), 3)
        self.assertIn("accepts 3 answers", done.err)
        self.assertNotIn("Bindings", done.out)
        self.assertIn("there is no answer set",
                      self.run_cogs("solve", self.file("none.lp", "{a}. :- a. :- not a."), code=1).err)

    def test_the_best_comes_with_its_cost_and_why(self):
        program = self.file("party.lp", PARTY)
        done = self.run_cogs("solve", program, "--tree", "--check")
        self.assertIn("% Cost (weight@priority), the least\n5@0\n", done.out)
        for line in "chosen(comes(ann))", "#count = 2", "2 >= 2", "cost(5,0)", "(3,0,ann)":
            self.assertIn(line, done.out)
        answer = json.loads(self.run_cogs("solve", program, "--json", "--tree").out)["answers"][0]
        self.assertEqual((answer["costs"], answer["optimal"]), ([{"priority": 0, "cost": 5}], True))
        theirs = json.loads(self.run_cogs("solve", program, "--outf=2").out)
        self.assertEqual(theirs["Result"], "OPTIMUM FOUND")
        self.assertEqual(theirs["Call"][0]["Witnesses"][0]["Costs"], [5])
        every = self.run_cogs("solve", program, "--opt-mode=ignore", "-n0").out
        self.assertEqual(every.count("% Model"), 3)

    def test_exit_codes_of_clingo(self):
        run = lambda text, *options, code: self.run_cogs(
            "solve", self.file("c.lp", text), "--clingo-exit-codes", *options, code=code)
        run("{ a }.", code=10)
        run("{ a }.", "-n0", code=30)
        run("{ a }. :- a. :- not a.", code=20)
        run("{ a }. :~ a. [1]", code=30)
        run("{ a.", code=65)

    def test_messages_name_the_line_that_stands_in_the_way(self):
        done = self.run_cogs("solve", self.file("m.lp", "{ a }.\nb(X) :- c(X), X #> 3.\n"), code=3)
        self.assertIn("m.lp:2:17", done.err)
        self.assertIn("line 1 has `{`", done.err)
        done = self.run_cogs("solve", self.file("u.lp", "{ a }.\nb(X) :- not c(X).\n"), code=3)
        self.assertIn("u.lp:2:1", done.err)
        self.run_cogs("solve", self.file("c.lp", "{ a }."), "--code", code=2)


class ExitCodes(Case):
    def test_0_and_1(self):
        program = self.file("even.pl", EVEN)
        self.run_cogs("solve", program, code=0)
        done = self.run_cogs("solve", program, "--query=a, b", code=1)
        self.assertEqual(done.out, "% Query\n?- a,\n   b.\n")
        self.assertIn("no answer", done.err)
        self.assertEqual(self.run_cogs("solve", program, "--query=a, b", "-q", code=1).err, "")

    def test_2_usage(self):
        program = self.file("even.pl", EVEN)
        for options in (["-s", "x"], ["--nonsense"], ["--unknown=maybe"], ["--pos", "--short"],
                        ["--outf=1"], ["-r", "0"], ["-i", "--code"], ["--max-depth", "-1"]):
            self.run_cogs("solve", program, *options, code=2)
        self.run_cogs("solve", code=2)

    def test_3_bad_input(self):
        for text in "p(a", "p :- q(.", "?- q.", "#include 'nothing.pl'. ?- p.":
            done = self.run_cogs("solve", self.file("bad.pl", text), code=3)
            self.assertIn("error:", done.err)
            self.assertEqual(done.out, "", text)
        for text in "", "p(a).":
            done = self.run_cogs("solve", "--language=scasp", self.file("bad.pl", text), code=3)
            self.assertIn("no query", done.err)
        self.run_cogs("solve", "missing.pl", code=3)
        self.run_cogs("solve", self.folder, code=3)
        program = self.file("even.pl", EVEN)
        self.run_cogs("solve", program, "--query=p(", code=3)
        self.run_cogs("solve", program, "-o", "no/such/folder/out.txt", code=3)
        self.assertEqual(self.run_cogs("solve", self.file("x.pl", b"p(\xff). ?- p."), code=3).out, "")

    def test_an_undefined_predicate_is_what_unknown_says(self):
        program = self.file("u.pl", "p :- not q.\n?- p.\n")
        self.assertIn("warning", self.run_cogs("solve", program).err)
        self.assertEqual(self.run_cogs("solve", program, "--unknown=fail").err, "")
        self.assertEqual(self.run_cogs("solve", program, "--no-warnings").err, "")
        self.run_cogs("solve", program, "--unknown=error", code=3)

    def test_4_limits(self):
        program = self.file("endless.pl", ENDLESS)
        done = self.run_cogs("solve", program, "--time-limit", "0.3", code=4)
        self.assertIn("stopped by the time limit before an answer", done.err)
        self.run_cogs("solve", program, "--timeout=0.1", code=4)
        result = json.loads(self.run_cogs("solve", program, "--json", "--time-limit", "0.1",
                                          code=4).out)
        self.assertEqual(result["stopped_by"], "time")
        self.assertFalse(result["complete"])
        deep = self.file("deep.pl", "l(0, []). l(N, [N|T]) :- N > 0, M is N - 1, l(M, T).\n"
                                    "?- l(100000000, L).\n")
        done = self.run_cogs("solve", deep, "--memory-limit", "1M", "--time-limit", "60", code=4)
        self.assertIn("stopped by the memory limit", done.err)
        self.run_cogs("solve", program, "--max-depth", "50", "--time-limit", "60", code=(1, 4))
        self.run_cogs("solve", program, "--max-steps", "1000", "--time-limit", "60", code=4)
        some = self.run_cogs("solve", program, "--query=n(X)", "-s0", "--time-limit", "0.2", code=4)
        self.assertGreater(some.out.count("Answer "), 3)
        self.assertIn("there may be more", some.err)

    def test_4_what_cannot_be_decided(self):
        cubes = self.file("cubes.pl", "q :- X*X*X + Y*Y*Y #= Z*Z*Z, X #> 0, Y #> 0.\n?- q.\n")
        done = self.run_cogs("solve", cubes, code=4)
        self.assertIn("% Not decided: whether any numbers meet the constraints", done.out)
        self.assertIn("not decided", done.out.splitlines())
        self.assertNotIn("true", done.out.splitlines())
        self.assertIn("not decided", done.err)
        result = json.loads(self.run_cogs("solve", cubes, "--json", code=4).out)
        self.assertEqual(result["status"], "undecided")
        self.assertTrue(result["answers"][0]["undecided"])
        self.run_cogs("solve", cubes, "--clingo-exit-codes", code=1)
        done = self.run_cogs("solve", cubes, "--query=not q", code=4)
        self.assertIn("stopped by constraints that could not be decided", done.err)
        result = json.loads(self.run_cogs("solve", cubes, "--query=not q", "--json", code=4).out)
        self.assertEqual((result["status"], result["stopped_by"]), ("gave_up", "undecided"))

    def test_4_what_is_too_large(self):
        steps = ", ".join(f"X{i} = f(X{i + 1},X{i + 1})" for i in range(40))
        program = self.file("large.pl", f"p(X0) :- {steps}.\n?- p(X).\n")
        done = self.run_cogs("solve", program, "--time-limit", "60", code=4)
        self.assertIn("a term or a number too large to be written down", done.err)

    def test_3_what_would_choose_answers_is_not_left_out(self):
        program = self.file("choose.pl", "p(1). p(2).\n#external q.\n?- p(X).\n")
        done = self.run_cogs("solve", program, code=3)
        self.assertIn("choose.pl:2:1: error: `#external` is not available", done.err)
        self.assertEqual(done.out, "")
        program = self.file("choose.pl", "p(1). p(2).\n#minimize { X : p(X) }.\n?- p(X).\n")
        self.run_cogs("solve", "--language=scasp", program, code=3)

    def test_3_is_needs_values(self):
        program = self.file("is.pl", "p(Y) :- Y is X + 1.\n?- p(Y).\n")
        self.assertIn("is.pl:1:9: error", self.run_cogs("solve", program, code=3).err)

    def test_130_interrupted(self):
        program = self.file("endless.pl", ENDLESS)
        process = subprocess.Popen([COGS, "solve", program], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn(b"% Query", out)
        self.assertIn(b"stopped by an interrupt", err)

    def test_codes_of_clingo(self):
        program = self.file("even.pl", EVEN)
        options = ["solve", program, "--clingo-exit-codes"]
        self.run_cogs(*options, code=10)
        self.run_cogs(*options, "-s0", code=30)
        self.run_cogs(*options, "--query=a, b", code=20)
        self.run_cogs(*options, "--query=a(", code=65)
        endless = self.file("endless.pl", ENDLESS)
        self.run_cogs("solve", endless, "--clingo-exit-codes", "--time-limit", "0.1", code=1)


class Dialogue(Case):
    def on_terminal(self, arguments, keys):
        """Runs cogs on a terminal; `keys` are pairs of what to wait for and what to type then.
        Gives the exit code and everything that was shown."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", XDG_STATE_HOME=str(self.folder), NO_COLOR="1")
            os.execv(COGS, [COGS, *map(str, arguments)])
        shown = b""
        seen = 0
        keys = list(keys)
        deadline = time.time() + 60
        while time.time() < deadline:
            if keys and keys[0][0].encode() in shown[seen:]:
                seen = shown.index(keys[0][0].encode(), seen) + len(keys[0][0].encode())
                time.sleep(0.1)  # a person types after the terminal is ready for it
                os.write(terminal, keys.pop(0)[1].encode())
            ready, _, _ = select.select([terminal], [], [], 0.1)
            if not ready:
                continue
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            shown += data
        else:
            os.kill(pid, signal.SIGKILL)
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
        text = shown.decode("utf-8").replace("\r", "")
        self.assertEqual(keys, [], text)
        return os.waitstatus_to_exitcode(status), text

    def test_offers_further_answers_on_a_terminal(self):
        program = self.file("p.pl", "p(1). p(2). p(3).\n?- p(X).\n")
        code, text = self.on_terminal(["solve", program], [(" ? ", ";"), (" ? ", " "), (" ? ", "\n")])
        self.assertEqual(code, 0)
        self.assertEqual(text.count("Answer "), 3)
        code, text = self.on_terminal(["solve", program], [(" ? ", "n")])
        self.assertEqual((code, text.count("Answer ")), (0, 1))
        code, text = self.on_terminal(["solve", program], [(" ? ", ";")] * 3)
        self.assertIn("there are no more answers", text)

    def test_asks_queries_on_a_terminal(self):
        program = self.file("p.pl", "p(1). p(2).\n")
        code, text = self.on_terminal(
            ["solve", "-i", program],
            [("?- ", "p(X).\n"), (" ? ", ";"), (" ? ", "x"), ("?- ", "p(\n"), ("error:", ""),
             ("?- ", "garbage\x03"), ("?- ", ":tree\n"), ("proofs on", ""), ("?- ", "p(2)\n"),
             ("Justification", ""), (" ? ", "\n"), ("?- ", ":quit\n")])
        self.assertEqual(code, 0, text)
        self.assertIn("X = 2", text)
        self.assertIn("p(X).", (self.folder / "cogs" / "solve_history").read_text())

    def test_an_interrupt_ends_the_query_and_not_the_dialogue(self):
        program = self.file("endless.pl", ENDLESS)
        code, text = self.on_terminal(
            ["solve", "-i", program],
            [("?- ", "n(X), X = a.\n"), ("% Query", ""), ("X = a.\n".replace("\n", ""), "\x03"),
             ("stopped by an interrupt", ""), ("?- ", "n(s(0)).\n"), (" ? ", "\n"),
             ("?- ", "\x04")])
        self.assertEqual(code, 0, text)

    def test_reads_queries_from_a_pipe(self):
        program = self.file("p.pl", "p(1). p(2).\n?- p(1).\n")
        done = self.run_cogs("solve", "-i", program, "-s0", input=b"p(X).\n\n% nothing\n?- p(2).\n")
        self.assertEqual(done.out.count("Answer "), 3)
        self.assertIn("?- p(2).\n", done.out)
        done = self.run_cogs("solve", "-i", program, input=b"p(.\nq.\np(1).\nhalt.\np(2).\n", code=3)
        self.assertEqual(done.out.count("Answer "), 1)
        self.assertEqual(done.err.count("error:"), 2)


if __name__ == "__main__":
    unittest.main()
