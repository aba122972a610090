# SPDX-License-Identifier: Apache-2.0
"""Programs on which cogs solve once broke a promise of docs/solve.md, each with --check."""

import unittest

from run import Case

# The basic event calculus over dense time.
EVENTS = """\
holds(F, T2) :- T1 #>= 0, T1 #< T2, initiates(E, F), happens(E, T1), not stopped(T1, F, T2).
stopped(T1, F, T2) :- T #> T1, T #< T2, terminates(E, F), happens(E, T).
"""
LAMP = EVENTS + """\
initiates(press, on). terminates(release, on).
happens(press, 2). happens(release, 6). happens(press, 8).
"""
TAP = EVENTS + """\
initiates(open, filling). terminates(close, filling). terminates(overflow, filling).
happens(open, 5). happens(close, 15).
happens(overflow, T) :- level(10, T).
level(H, T) :- happens(open, S), T #> S, T #=< 15, H #= 4/3 * (T - S).
"""
TRAIN = """\
event(approach, 0). event(enter, 5). event(leave, 9).
event(lower, T) :- event(approach, A), T #= A + 1.
event(raise, T) :- event(leave, L), T #= L + 1.
crossing(T) :- event(enter, E), event(leave, L), T #>= E, T #=< L.
down(T) :- event(lower, L), event(raise, R), T #>= L + 2, T #=< R.
unsafe(T) :- crossing(T), not down(T).
danger :- unsafe(_).
safe :- not danger.
?- safe.
"""


class Promises(Case):
    def answers(self, text, *options, code=0):
        """The lines below `% Bindings`, or `true`, one a answer; the checker has accepted them."""
        done = self.run_cogs("solve", self.file("p.pl", text), "-s0", "--check", *options, code=code)
        parts = done.out.split("Answer ")[1:]
        if parts:
            count = len(parts)
            self.assertIn(f"the checker accepts {count} answer" + "s" * (count > 1) + "\n", done.err)
        return [part.rstrip().splitlines()[-1] for part in parts]

    def test_a_square_is_not_negative(self):
        self.assertEqual(self.answers("bad :- X*X #< 0.\n?- bad.\n", code=1), [])
        self.assertEqual(self.answers("bad :- X*X #< 0.\n?- not bad.\n"), ["true"])
        self.assertEqual(self.answers("?- X*X #= -1.\n", code=1), [])

    def test_a_product_has_the_sign_of_its_factors(self):
        program = "p(X) :- X*Y #= 6, X #> 0, Y #< 0.\n?- p(X).\n"
        self.assertEqual(self.answers(program, code=1), [])

    def test_integers_within_bounds(self):
        query = "?- 3*X+5*Y #= {}, X #>= 0, Y #>= 0, integer(X), integer(Y).\n"
        self.assertEqual(self.answers(query.format(7), code=1), [])
        self.assertEqual(self.answers(query.format(8)), ["Y = 1"])

    def test_integers_and_their_common_factor(self):
        self.assertEqual(self.answers("?- 2*X+4*Y #= 5, integer(X), integer(Y).\n", code=1), [])

    def test_a_name_is_not_greater_than_a_number(self):
        program = self.file("n.pl", "p(1). p(a). ok :- not bad. bad :- p(X), X > 5.\n?- ok.\n")
        done = self.run_cogs("solve", program, "--check")
        self.assertIn("{ not bad,  ok\n}", done.out)
        self.assertIn("warning: `X` can be `a`, which is no number", done.err)
        for query in "bad", "not ok":
            self.run_cogs("solve", program, "--query=" + query, code=1)

    def test_a_term_does_not_contain_itself(self):
        self.assertEqual(self.answers("?- X = f(X).\n", code=1), [])
        self.assertEqual(self.answers("p(X, f(X)).\n?- p(A, A).\n", code=1), [])

    def test_nothing_is_bad_between_bounds(self):
        program = ("p(T) :- T #>= 2, not q(T). q(T) :- T #>= 1. r :- not some. some :- p(_).\n"
                   "?- r.\n")
        self.assertEqual(self.answers(program), ["true"])

    def test_a_lamp(self):
        for query, count in ("holds(on, 4)", 1), ("not holds(on, 7)", 1), ("holds(on, T)", 2):
            self.assertEqual(len(self.answers(LAMP + f"?- {query}.\n")), count, query)
        self.assertEqual(self.answers(LAMP + "?- holds(on, 7).\n", code=1), [])
        self.assertEqual(self.answers(LAMP + "?- holds(on, T), T #< 7.\n"), ["T = T | {T#>2,T#=<6}"])

    def test_a_tap(self):
        self.assertEqual(self.answers(TAP + "?- holds(filling, 12).\n"), ["true"])
        self.assertEqual(self.answers(TAP + "?- holds(filling, 14).\n", code=1), [])
        self.assertEqual(self.answers(TAP + "?- happens(overflow, T).\n"), ["T = 25/2"])

    def test_a_way_through_all_towns(self):
        towns = ("town(a). town(b). town(c). town(d). road(a,b). road(b,c). road(c,d). road(d,a). "
                 "road(b,d). road(a,c).\n"
                 "go(X,Y) :- road(X,Y), not other(X,Y). other(X,Y) :- road(X,Y), not go(X,Y).\n"
                 ":- go(X,Y), go(X,Z), Y \\= Z. :- go(X,Z), go(Y,Z), X \\= Y.\n"
                 "seen(a). seen(Y) :- seen(X), go(X,Y). :- town(X), not seen(X).\n"
                 "home :- go(X,a).\n?- home, go(a,X).\n")
        self.assertEqual(self.answers(towns), ["X = b"])

    def test_a_train_crossing_has_a_reason_in_each_interval(self):
        done = self.run_cogs("solve", self.file("t.pl", TRAIN), "--tree", "--check")
        self.assertIn("the checker accepts 1 answer\n", done.err)
        tree = done.out[:done.out.index("% Model")]
        for before, reason in ((
                "not unsafe(A | {A#<5}) ←", "not crossing(A | {A#<5}) ←"), (
                "not unsafe(B | {B#>9}) ←", "not crossing(B | {B#>9}) ←"), (
                "not unsafe(C | {C#>=5,C#=<9}) ←", "crossing(C | {C#>=5,C#=<9}) ←")):
            self.assertIn(before + "\n               " + reason + "\n", tree)
        self.assertIn("               down(C | {C#>=5,C#=<9}) ←\n"
                      "                  event(lower,1) ←\n", tree)

    def test_what_would_choose_answers_is_not_left_out(self):
        self.run_cogs("solve", self.file("e.lp", "#external p. q :- p.\n"), code=3)
        done = self.run_cogs("solve", self.file("m.lp", "{ p(1..2) }. :- not p(1). #minimize{ X : p(X) }.\n"))
        self.assertIn("{ p(1)\n}\n", done.out)


if __name__ == "__main__":
    unittest.main()
