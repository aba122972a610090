# SPDX-License-Identifier: Apache-2.0
"""Logic programs that are small to write down and large to answer, by name.

    python3 tests/hostile/programs.py FOLDER     writes all of them, to try things out by hand
"""

import pathlib
import random
import sys


def set_cover(features=200, rules=1000, seed=1):
    draw = random.Random(seed)
    text = f"{{x(1..{features})}}.\n"
    for _ in range(rules):
        text += ":- " + ", ".join(f"not x({i})" for i in draw.sample(range(1, features + 1), 5)) + ".\n"
    return text + "#minimize {1,I : x(I)}.\n"


def three_sat(variables=200, ratio=4.26, seed=2):
    draw = random.Random(seed)
    text = f"{{v(1..{variables})}}.\n"
    for _ in range(int(ratio * variables)):
        text += ":- " + ", ".join(draw.choice(["", "not "]) + f"v({i})"
                                  for i in draw.sample(range(1, variables + 1), 3)) + ".\n"
    return text


def pigeon_holes(holes=11):
    return (f"pigeon(1..{holes + 1}). hole(1..{holes}).\n"
            "1 {in(P,H) : hole(H)} 1 :- pigeon(P).\n"
            ":- in(P,H), in(Q,H), P < Q.\n")


def chain(length=100000, negated=""):
    return "".join(f"p{i} :- {negated}p{i + 1}.\n" for i in range(length)) + f"p{length}.\n?- p0.\n"


def loops(count=60):
    """Even loops, and a denial that no answer set meets: 2^60 of them to go through."""
    text = "".join(f"a({i}) :- not b({i}). b({i}) :- not a({i}).\n" for i in range(count))
    return text + "ok :- " + ", ".join(f"a({i})" for i in range(count)) + ".\n:- ok.\n?- a(0), ok.\n"


def shared(levels=40):
    return "p(X0) :- " + ", ".join(f"X{i} = f(X{i + 1},X{i + 1})" for i in range(levels)) + ".\n"


def squaring(times=40):
    return "q(X) :- X0 is 3, " + ", ".join(f"X{i + 1} is X{i}*X{i}" for i in range(times)) + f", X = X{times}.\n"


PROGRAMS = {
    "set_cover": lambda: set_cover(),
    "three_sat": lambda: three_sat(),
    "pigeon_holes": lambda: pigeon_holes(),
    "chain": lambda: chain(),
    "negated_chain": lambda: chain(negated="not "),
    "even_loops": lambda: loops(),
    "shared_terms": lambda: shared() + "?- p(X).\n",
    "shared_terms_compared": lambda: shared() + "q :- p(X), p(Y), X = Y.\n?- q.\n",
    "shared_terms_apart": lambda: shared() + "q :- p(X), p(Y), X \\= Y.\n?- q.\n",
    "shared_terms_negated": lambda: shared() + "?- p(X), not q(X).\nq(f(f(a,a),b)).\n",
    "shared_terms_tabled": lambda: "#table p/1.\n" + shared() + "?- p(X).\n",
    "shared_terms_collected": lambda: shared() + "?- findall(X, p(X), L).\n",
    "squaring": lambda: squaring() + "?- q(X).\n",
    "squaring_by_constraints": lambda: "q(X) :- X0 #= 3, " + ", ".join(
        f"X{i + 1} #= X{i}*X{i}" for i in range(40)) + ", X #= X40.\n?- q(X).\n",
    "power": lambda: "?- X is 7 ** 1000000000.\n",
    "power_of_powers": lambda: "?- X is 9 ** (9 ** (9 ** 9)).\n",
    "shift": lambda: "?- X is 1 << 100000000000.\n",
    "factorial": lambda: "f(0, 1). f(N, F) :- N > 0, M is N - 1, f(M, G), F is N * G.\n?- f(200000, F).\n",
    "endless_numbers": lambda: "n(0). n(X) :- n(Y), X is Y + 1.\n?- n(X), X < 0.\n",
    "endless_list": lambda: "app([], L, L). app([H|T], L, [H|R]) :- app(T, L, R).\n?- app(X, [a], Y), Y = b.\n",
    "wide_join": lambda: "d(1..3000). p(X,Y,Z) :- d(X), d(Y), d(Z). {q(X)} :- p(X,_,_).\n",
    "wide_interval": lambda: "p(1..2000000000). q :- p(X), X < 0.\n{r}.\n",
    "wide_arguments": lambda: "{p(" + ",".join(["0..9"] * 12) + ")}.\n",
    "growing_terms": lambda: "p(a). p(f(X,X)) :- p(X). {q}.\n",
    "growing_numbers": lambda: "p(1). p(X+X) :- p(X). {q}.\n",
    "sums": lambda: "{x(1..60)}. w(X,X*X*7919+13) :- X=1..60. :- #sum{W,X : x(X), w(X,W)} != 7777777.\n",
    "counts": lambda: "{x(1..40,1..40)}. :- X=1..40, #count{Y : x(X,Y)} != 20. :- Y=1..40, #count{X : x(X,Y)} != 19.\n",
    "disjunctions": lambda: "".join(f"a({i}) | b({i}) | c({i}).\n" for i in range(40)) +
        "".join(f"w :- a({i}), b({(i * 7 + 3) % 40}).\na({i}) :- w. b({i}) :- w. c({i}) :- w.\n" for i in range(40)) +
        ":- not w.\n",
    "knapsack": lambda: "q :- " + ", ".join(f"X{i} #>= 0, X{i} #=< 1" for i in range(30)) + ", " +
        " + ".join(f"{2 * 7919 * (i + 3)}*X{i}" for i in range(30)) + " #= 1234567.\n?- q.\n",
    "inequalities": lambda: "q(X0) :- " + ", ".join(
        f"{(i * 7) % 5 + 1}*X{i % 14} - {(i * 3) % 7 + 1}*X{(i * 5 + 3) % 14} + X{(i * 11 + 1) % 14} #=< {i}"
        for i in range(60)) + ".\n?- not q(X).\n",
    "products": lambda: "q :- " + ", ".join(
        f"X{i}*X{i + 1} #= X{(i * 3) % 12} + {i}" for i in range(12)) + ".\n?- q.\n",
    "cubes": lambda: "q :- X*X*X + Y*Y*Y + Z*Z*Z #= 114, X #> 0.\n?- q.\n",
    "all_different": lambda: "d(1). d(2). d(3). d(4). d(5). d(6). d(7). d(8).\nq :- " +
        ", ".join(f"d(X{i})" for i in range(9)) + ", " +
        ", ".join(f"X{i} \\= X{j}" for i in range(9) for j in range(i)) + ".\n?- q.\n",
    "negated_join": lambda: "".join(f"e({i},{(i * 17 + 5) % 90}).\n" for i in range(90)) +
        "q :- " + ", ".join(f"e(X{i},X{i + 1})" for i in range(12)) + ", X0 = X12.\n?- not q.\n",
    "forall_in_forall": lambda: "p(X,Y) :- not q(X,Y). q(X,Y) :- not r(X,Y,Z). r(X,Y,Z) :- not s(X,Y,Z,_)."
        " s(X,Y,Z,W) :- X \\= Y, Y \\= Z, Z \\= W, W \\= X, not p(W,Z).\n?- p(A,B).\n",
    "deep_term": lambda: "p(" + "f(" * 200000 + "a" + ")" * 200000 + ").\n?- p(X).\n",
    "deep_list": lambda: "p([" + ",".join(map(str, range(300000))) + "]).\n?- p(X).\n",
    "deep_brackets": lambda: "?- X is " + "(" * 200000 + "1" + ")" * 200000 + ".\n",
    "deep_minus": lambda: "?- X is " + "-" * 200000 + "1.\n",
    "deep_negation": lambda: "p.\n?- " + "not " * 100000 + "p.\n",
    "long_sum": lambda: "?- X is " + "+".join(["1"] * 200000) + ".\n",
    "long_clause": lambda: "a.\np :- " + ", ".join(["a"] * 100000) + ".\n?- p.\n",
    "many_clauses": lambda: "".join(f"p({i},{i * 7919 % 200000}).\n" for i in range(200000)) +
        "q :- p(X,Y), p(Y,Z), p(Z,X), X \\= Y.\n?- q.\n",
    "many_variables": lambda: "p(" + ",".join(f"X{i}" for i in range(20000)) + ") :- X0 = X19999.\n?- p(" +
        ",".join(f"Y{i}" for i in range(20000)) + ").\n",
    "bad_clauses": lambda: "p(.\n" * 300000,
    "long_name": lambda: "p" * 5000000 + ".\n",
    "open_comment": lambda: "%*" * 1000000,
    "constants": lambda: "#const c0=3.\n" + "".join(f"#const c{i + 1}=c{i}*c{i}.\n" for i in range(60)) + "p(c60).\n?- p(X).\n",
}

if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for name, make in PROGRAMS.items():
        (target / f"{name}.lp").write_text(make(), encoding="utf-8")
