# SPDX-License-Identifier: Apache-2.0
"""Logic programs for solve_bench.py, generated: each function gives a program's text."""

import re


def colouring(nodes=5, colours=("red", "green", "blue")):
    """All 3-colourings of a ring with one chord. A node has the colour that no other takes from
    it; the query asks for the colours of all nodes."""
    edges = [(i, i % nodes + 1) for i in range(1, nodes + 1)] + [(1, 3)]
    lines = [f"node({i})." for i in range(1, nodes + 1)]
    lines += [f"colour({c})." for c in colours]
    lines += [f"edge({a},{b})." for a, b in edges]
    lines += [
        "paint(N,C) :- node(N), colour(C), not other(N,C).",
        "other(N,C) :- node(N), colour(C), colour(D), C \\= D, paint(N,D).",
        ":- edge(A,B), paint(A,C), paint(B,C).",
        "?- " + ", ".join(f"paint({i},C{i})" for i in range(1, nodes + 1)) + ".",
    ]
    return "\n".join(lines) + "\n"


def towers(disks):
    """The moves of a tower, one after the other, each of which may or may not be made."""
    return f"""
tower(0, T, T, _, _, _).
tower(N, From, To, A, B, C) :-
    N > 0, M is N-1,
    tower(M, From, S, A, C, B),
    T is S+1, carry(T, A, B),
    tower(M, T, To, C, B, A).
carry(T, A, B) :- not idle(T, A, B).
idle(T, A, B) :- not carry(T, A, B).
?- tower({disks}, 0, T, left, right, middle).
"""


def queens(size):
    """One queen a row; a place is held or free, and no two queens attack each other."""
    lines = [f"line({i})." for i in range(1, size + 1)]
    lines += [
        "held(R,C) :- line(R), line(C), not free(R,C).",
        "free(R,C) :- line(R), line(C), not held(R,C).",
        "row(R) :- held(R,C), line(C).",
        ":- line(R), not row(R).",
        ":- held(R,C), held(R,D), C \\= D.",
        ":- held(R,C), held(S,C), R \\= S.",
        ":- held(R,C), held(S,D), R < S, C-D =:= R-S.",
        ":- held(R,C), held(S,D), R < S, C-D =:= S-R.",
        "?- row(1).",
    ]
    return "\n".join(lines) + "\n"


def facts(count):
    """Many facts, a rule with a negation over them, one asked for."""
    lines = [f"item({i},{i * 7919 % count})." for i in range(count)]
    lines += [
        f"barred({count // 2}).",
        "open(X) :- item(X,Y), not barred(Y).",
        f"?- open({count // 3}).",
    ]
    return "\n".join(lines) + "\n"


def depth(count):
    """Recursion as deep as the number says."""
    return f"down(0).\ndown(N) :- N > 0, M is N-1, down(M).\n?- down({count}).\n"


def chain(count):
    """A path along many edges, left-recursive."""
    lines = [f"edge({i},{i + 1})." for i in range(count)]
    lines += [
        "reach(0).",
        "reach(Y) :- reach(X), edge(X,Y).",
        f"?- reach({count}).",
    ]
    return "\n".join(lines) + "\n"


FACT = re.compile(r"^(\w+)\(x, (.+)\)\.$", re.M)


def counterfactuals(exported):
    """An exported decision (cogs export --to scasp) whose record may be anything: each feature
    has one of the values that the rules name, the record's own, and for thresholds one beyond;
    `other` stands for the rest of the names.
    Asked for is every way to lose the decision."""
    query = re.search(r"^\?- (.*)\.$", exported, re.M).group(1)
    record, rules = exported.split("% The rules of the decision.", 1)
    text = "% The rules of the decision." + rules
    lines = []
    for feature, value in FACT.findall(record):
        values = [value]
        values += re.findall(rf"\b{feature}\(X, ('[^']*'|[a-z0-9]\w*)\)", text)
        values += re.findall(rf"cause_{feature}\(X, V\) :-\s+V = ('[^']*'|[a-z]\w*)", text)
        for variable in re.findall(rf"\b{feature}\(X, (N\d+)\)", text):
            for limit in re.findall(rf"\b{feature}\(X, {variable}\),\s+{variable} #\S+ (\d+)", text):
                values += [limit, str(int(limit) + 1)]
        if not all(v.isdigit() for v in values):
            values.append("other")
        lines += [f"value({feature}, {v})." for v in dict.fromkeys(values)]
        lines.append(f"{feature}(x, V) :- has({feature}, V).")
    lines += [
        "has(F, V) :- value(F, V), not lacks(F, V).",
        "lacks(F, V) :- value(F, V), value(F, W), V \\= W, has(F, W).",
        f"?- not {query}, not inconsistent(x).",
    ]
    return "\n".join(lines) + "\n" + text


def for_clingo(program):
    """The same question for clingo: all answer sets in which the query holds. Only for programs
    without functions and unsafe variables."""
    text = re.sub(r"%.*", "", program)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"#(show|pred|table)[^.]*\.", "", text)
    for ours, theirs in (("\\=", "!="), ("=:=", "="), ("=<", "<="), ("#<>", "!="),
                         ("#>=", ">="), ("#>", ">"), ("#<=", "<="), ("#<", "<"), ("#=", "=")):
        text = text.replace(ours, theirs)
    queries = re.findall(r"\?-(.*?)\.\s*(?:\n|$)", text, flags=re.S)
    text = re.sub(r"\?-.*?\.\s*(?=\n|$)", "", text, flags=re.S)
    return text + f"wanted :- {queries[-1].strip()}.\n:- not wanted.\n"
