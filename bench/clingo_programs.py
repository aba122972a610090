# SPDX-License-Identifier: Apache-2.0
"""Classic programs of clingo's language for solve_bench.py: choices, aggregates, optimisation and
disjunction. Each function gives a program's text; CLASSICS names them. The numbers come from a
fixed generator, so that every run asks the same questions."""

import random


def queens(size=14):
    """One queen a row and column, at most one a diagonal, by counting."""
    return f"""
#const n = {size}.
{{ queen(1..n, 1..n) }}.
:- X = 1..n, #count{{ Y : queen(X, Y) }} != 1.
:- Y = 1..n, #count{{ X : queen(X, Y) }} != 1.
:- D = 2..2*n, #count{{ X : queen(X, D-X) }} > 1.
:- D = 1-n..n-1, #count{{ X : queen(X, X-D) }} > 1.
#show queen/2.
"""


def knapsack(items=18, seed=1):
    """The most valuable load that is not too heavy."""
    draw = random.Random(seed)
    lines = [f"item({i},{draw.randint(5, 40)},{draw.randint(5, 60)})." for i in range(items)]
    return "\n".join(lines) + f"""
{{ packed(I) : item(I,_,_) }}.
:- #sum{{ W,I : packed(I), item(I,W,_) }} > {items * 9}.
#maximize{{ V,I : packed(I), item(I,_,V) }}.
#show packed/1.
"""


def salesman(cities=8, seed=2):
    """The shortest round trip."""
    draw = random.Random(seed)
    lines = [f"city(1..{cities})."]
    for a in range(1, cities + 1):
        lines += [f"way({a},{b},{draw.randint(1, 30)})." for b in range(1, cities + 1) if a != b]
    return "\n".join(lines) + """
1 { go(X,Y) : way(X,Y,_) } 1 :- city(X).
1 { go(X,Y) : way(X,Y,_) } 1 :- city(Y).
reached(Y) :- go(1,Y).
reached(Y) :- reached(X), go(X,Y).
:- city(X), not reached(X).
#minimize{ C,X,Y : go(X,Y), way(X,Y,C) }.
#show go/2.
"""


def colouring(nodes=20, seed=3):
    """A graph with the least number of colours."""
    draw = random.Random(seed)
    lines = [f"node(1..{nodes}).", "colour(1..6)."]
    lines += [f"edge({a},{b})." for a in range(1, nodes + 1) for b in range(a + 1, nodes + 1)
              if draw.random() < 0.3]
    return "\n".join(lines) + """
1 { paint(N,C) : colour(C) } 1 :- node(N).
:- edge(A,B), paint(A,C), paint(B,C).
used(C) :- paint(_,C).
:- used(C), C > 1, not used(C-1).
#minimize{ 1,C : used(C) }.
#show paint/2.
"""


def bins(items=12, seed=4):
    """As few bins as possible."""
    draw = random.Random(seed)
    lines = [f"item({i},{draw.randint(2, 9)})." for i in range(items)]
    return "\n".join(lines) + """
bin(1..7).
1 { in(I,B) : bin(B) } 1 :- item(I,_).
:- bin(B), #sum{ W,I : in(I,B), item(I,W) } > 14.
used(B) :- in(_,B).
:- used(B), B > 1, not used(B-1).
#minimize{ 1,B : used(B) }.
#show in/2.
"""


def sudoku():
    """A grid of 9 times 9 with 24 numbers given."""
    rows = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.",
            "...419..5", "....8..79"]
    lines = [f"given({r + 1},{c + 1},{v})." for r, row in enumerate(rows)
             for c, v in enumerate(row) if v != "." and (r + c) % 5 != 0]
    return "\n".join(lines) + """
1 { cell(R,C,1..9) } 1 :- R = 1..9, C = 1..9.
:- given(R,C,V), not cell(R,C,V).
:- cell(R,C,V), cell(R,D,V), C < D.
:- cell(R,C,V), cell(S,C,V), R < S.
:- cell(R,C,V), cell(S,D,V), R != S, C != D, (R-1)/3 = (S-1)/3, (C-1)/3 = (D-1)/3.
#show cell/3.
"""


def assignment(size=9, seed=5):
    """Workers to tasks at the least cost."""
    draw = random.Random(seed)
    lines = [f"cost({w},{t},{draw.randint(1, 50)})."
             for w in range(size) for t in range(size)]
    return "\n".join(lines) + f"""
1 {{ does(W,T) : cost(W,T,_) }} 1 :- W = 0..{size - 1}.
:- T = 0..{size - 1}, #count{{ W : does(W,T) }} != 1.
#minimize{{ C,W : does(W,T), cost(W,T,C) }}.
#show does/2.
"""


def cover(nodes=24, seed=6):
    """The smallest set of nodes that touches every edge, and of these the cheapest."""
    draw = random.Random(seed)
    lines = [f"node({n},{draw.randint(1, 9)})." for n in range(nodes)]
    lines += [f"edge({a},{b})." for a in range(nodes) for b in range(a + 1, nodes)
              if draw.random() < 0.15]
    return "\n".join(lines) + """
{ in(N) : node(N,_) }.
:- edge(A,B), not in(A), not in(B).
#minimize{ 1@2,N : in(N) ; W@1,N : in(N), node(N,W) }.
#show in/1.
"""


def companies(count=16, seed=7):
    """Smallest sets of companies that make all goods: disjunction, with control of each other."""
    draw = random.Random(seed)
    names = list(range(1, count + 1))
    lines = []
    for good in range(count * 2):
        a, b = draw.sample(names, 2)
        lines.append(f"makes({good},{a},{b}).")
    for _ in range(count // 2):
        a, b, c = draw.sample(names, 3)
        lines.append(f"controls({a},{b},{c}).")
    return "\n".join(lines) + """
strategic(A) ; strategic(B) :- makes(_,A,B).
strategic(A) :- controls(A,B,C), strategic(B), strategic(C).
#minimize{ 1,A : strategic(A) }.
"""


def seating(tables=3, guests=12, seed=8):
    """Guests at tables of bounded size; friends together as far as possible, enemies apart."""
    draw = random.Random(seed)
    lines = [f"guest(1..{guests}).", f"table(1..{tables})."]
    pairs = [(a, b) for a in range(1, guests + 1) for b in range(a + 1, guests + 1)]
    lines += [f"friend({a},{b},{draw.randint(1, 5)})." for a, b in draw.sample(pairs, guests)]
    lines += [f"enemy({a},{b})." for a, b in draw.sample(pairs, guests // 2)]
    return "\n".join(lines) + f"""
1 {{ sits(G,T) : table(T) }} 1 :- guest(G).
:- table(T), not 2 <= #count{{ G : sits(G,T) }} <= {guests // tables + 1}.
:- enemy(A,B), sits(A,T), sits(B,T).
:~ friend(A,B,W), sits(A,T), not sits(B,T). [W,A,B]
#show sits/2.
"""


CLASSICS = [
    ("queens by counting, 14", queens()),
    ("knapsack of 18", knapsack()),
    ("travelling salesman of 8", salesman()),
    ("least colours, 20 nodes", colouring()),
    ("bin packing, 12 items", bins()),
    ("sudoku 9x9", sudoku()),
    ("assignment of 9", assignment()),
    ("vertex cover, 24 nodes", cover()),
    ("strategic companies, 16", companies()),
    ("seating of 12", seating()),
]


def facts(count):
    """Many facts and a rule with a negation over them; without a query."""
    lines = [f"item({i},{i * 7919 % count})." for i in range(count)]
    lines += [f"barred({count // 2}).", "open(X) :- item(X,Y), not barred(Y).", "#show barred/1."]
    return "\n".join(lines) + "\n"
