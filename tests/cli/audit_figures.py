# SPDX-License-Identifier: Apache-2.0
"""The figures of `cogs audit`, worked out anew from the rows that `cogs batch --jsonl` writes.

Nothing here is taken from the program: shares, intervals, quantiles and covers follow the
definitions in docs/contract.md.
"""

import collections
import itertools
import json
import math
from fractions import Fraction

Z = 1.959963984540054
KIND_ORDER = ["fixed", "direction", "caused", "missing", "domain", "causal_rules", "denial", "option",
              "decision"]
BROKEN_ORDER = ["in_vain", "unsupported", "denial"]


def read_lines(text):
    return [json.loads(line, parse_float=Fraction) for line in text.splitlines()]


def wilson(count, of):
    if of == 0:
        return None
    p, n = count / of, of
    middle, scale = p + Z * Z / (2 * n), 1 + Z * Z / n
    reach = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return [(middle - reach) / scale, (middle + reach) / scale]


def newcombe(a, b):
    (x, m), (y, n) = a, b
    if m == 0 or n == 0:
        return None
    (l1, u1), (l2, u2) = wilson(x, m), wilson(y, n)
    p, q = x / m, y / n
    return {"share": p - q,
            "interval": [max(-1, p - q - math.sqrt((p - l1)**2 + (u2 - q)**2)),
                         min(1, p - q + math.sqrt((u1 - p)**2 + (q - l2)**2))]}


def ratio(own, top):
    """own / top as shares; the interval from the roots of Donner and Zou's quadratic equations."""
    (x, m), (y, n) = own, top
    p, q = x / m, y / n
    (l1, u1), (l2, u2) = wilson(x, m), wilson(y, n)
    if x == 0:
        l1 = 0

    def root(numerator, denominator, sign):
        a, b, c = denominator * (2 * q - denominator), -2 * p * q, numerator * (2 * p - numerator)
        if abs(a) < 1e-12:
            return -c / b
        return (-b + sign * math.sqrt(max(0, b * b - 4 * a * c))) / (2 * a)

    return {"ratio": p / q, "interval": [root(l1, u2, -1), root(u1, l2, 1)],
            "below_four_fifths": 5 * x * n < 4 * y * m}


def share(count, of):
    return {"count": count, "of": of, "share": count / of if of else None,
            "interval": wilson(count, of)}


def at_most(n, p):
    """The probabilities of at most 0, 1, ... n successes."""
    out, total = [], 0.0
    for k in range(n + 1):
        log = (math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) +
               k * math.log(p) + (n - k) * math.log(1 - p))
        total += math.exp(log)
        out.append(total)
    return out


def quantiles(costs):
    """Of a sorted list."""
    out, n = [], len(costs)
    for percent in (25, 50, 75, 90) if n else ():
        below = at_most(n, percent / 100)
        low = [k + 1 for k in range(n) if below[k] <= 0.025]
        high = [k + 1 for k in range(n) if below[k] >= 0.975]
        rank = max(1, -(-n * percent // 100))
        out.append({"percent": percent, "cost": costs[rank - 1],
                    "interval": [costs[max(low) - 1] if low else None,
                                 costs[min(high) - 1] if high else None]})
    return out


def covers(ways_of_people, order):
    """The smallest sets by trying all: most people first, then in order of declaration."""
    classes = collections.Counter(frozenset(ways) for ways in ways_of_people)
    candidates = sorted({f for ways in classes for way in ways for f in way}, key=order.index)
    n, out = len(ways_of_people), []
    for percent in (50, 80, 95) if n else ():
        for size in range(len(candidates) + 1):
            best, best_people = None, 0
            for chosen in itertools.combinations(candidates, size):
                people = sum(count for ways, count in classes.items()
                             if any(way <= frozenset(chosen) for way in ways))
                if people * 100 >= n * percent and people > best_people:
                    best, best_people = chosen, people
            if best is not None:
                out.append({"percent": percent, "features": list(best),
                            "covers": share(best_people, n), "smallest": True})
                break
    return out


def direct_of(path):
    return frozenset(a["feature"] for t in path["transitions"] for a in t["actions"])


def effects_of(path):
    return {e["feature"] for t in path["transitions"] for e in t["effects"]}


def number(value):
    return Fraction(value)


def statistics(answers, order, ways):
    """`answers`: made with --top ways + 1, without rows that cannot be read."""
    found = [a for a in answers if a["status"] == "found"]
    none = [a for a in answers if a["status"] == "none"]
    concerned = [a for a in answers if a["status"] != "already"]
    best = [a["paths"][0] for a in found]
    ways_of = [[direct_of(p) for p in a["paths"][:ways]] for a in found]
    costs = sorted(number(p["cost"]) for p in best)

    def named(features):
        return sorted(features, key=order.index)

    direct, effect, alone = (collections.Counter() for _ in range(3))
    best_sets, open_sets = collections.Counter(), collections.Counter()
    for path, sets in zip(best, ways_of):
        direct.update(direct_of(path))
        effect.update(effects_of(path))
        best_sets[direct_of(path)] += 1
        for way in sets:
            open_sets[way] += 1
            if len(way) == 1:
                alone.update(way)
    features = [{"feature": f, "direct": direct[f], "effect": effect[f], "alone": alone[f]}
                for f in order if direct[f] or effect[f] or alone[f]]
    features.sort(key=lambda u: (-u["direct"], -u["alone"], -u["effect"]))
    sets = [{"features": named(s), "best": best_sets[s], "open": open_sets[s]}
            for s in set(best_sets) | set(open_sets)]
    sets.sort(key=lambda u: (-u["best"], -u["open"], [order.index(f) for f in u["features"]]))
    blockers = collections.Counter(json.dumps(b) for a in none for b in a["blockers"])
    blocked = [dict(json.loads(b), people=n) for b, n in blockers.items()]
    blocked.sort(key=lambda b: (-b["people"], KIND_ORDER.index(b["kind"]),
                                order.index(b["feature"]) if b["feature"] else -1,
                                b.get("option", ""), b["lines"]))
    broken = collections.Counter(json.dumps(b) for a in answers for b in a["start_breaks"])
    broken = [dict(json.loads(b), rows=n) for b, n in broken.items()]
    broken.sort(key=lambda b: (-b["rows"], BROKEN_ORDER.index(b["kind"]), b["line"]))
    count_of_costs = collections.Counter(costs)
    return {
        "rows": len(answers),
        "already": len(answers) - len(concerned),
        "concerned": share(len(concerned), len(answers)),
        "undesired": sum(a["decision"]["undesired"] for a in concerned),
        "found": share(len(found), len(concerned)),
        "none": len(none),
        "gave_up": sum(a["status"] == "gave_up" for a in answers),
        "certain": share(sum(p["certain"] for p in best), len(found)),
        "costs": [{"cost": c, "people": count_of_costs[c]} for c in sorted(count_of_costs)],
        "quantiles": quantiles(costs),
        "changes": [{"direct": k, "people": n} for k, n in
                    sorted(collections.Counter(len(direct_of(p)) for p in best).items())],
        "features": features,
        "sets": sets,
        "covers": covers(ways_of, order),
        "more_ways": sum(len(a["paths"]) > ways for a in found),
        "blockers": blocked,
        "unexplained": sum(not a["blockers"] for a in none),
        "broken": share(sum(bool(a["start_breaks"]) for a in answers), len(answers)),
        "broken_lines": broken,
    }


def bands(values):
    """By number: the least and the largest of its quarter, cut at quartiles."""
    ordered, n = sorted(values), len(values)
    cuts = [ordered[max(1, -(-n * percent // 100)) - 1] for percent in (25, 50, 75)]
    quarter = {v: sum(v > cut for cut in cuts) for v in set(values)}
    members = collections.defaultdict(list)
    for value, q in quarter.items():
        members[q].append(value)
    return {v: (min(members[q]), max(members[q])) for v, q in quarter.items()}


def differences(expected, actual, where=""):
    """Where two objects of figures differ, numbers by more than a rounding."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        out = [] if expected.keys() == actual.keys() else [f"{where}: {sorted(expected)}"
                                                           f" != {sorted(actual)}"]
        for key in expected.keys() & actual.keys():
            out += differences(expected[key], actual[key], f"{where}.{key}")
        return out
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            return [f"{where}: {expected} != {actual}"]
        return [d for i, (e, a) in enumerate(zip(expected, actual))
                for d in differences(e, a, f"{where}[{i}]")]
    if isinstance(expected, (float, Fraction)) and isinstance(actual, (int, float, Fraction)):
        return [] if abs(expected - actual) <= 1e-6 else [f"{where}: {expected} != {actual}"]
    if isinstance(expected, Fraction) and isinstance(actual, str):
        actual = Fraction(actual)
    return [] if expected == actual else [f"{where}: {expected} != {actual}"]
