#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""growth.csv -> growth.svg: time against features, rules, thresholds and cost of the answer.

Plain SVG, no packages. Four panels; both axes are logarithmic, save the one of cost.
In: the table that recourse_bench writes, times in seconds.
"""

import csv
import math
import sys

AXES = [
    ("features", "features"),
    ("rules", "decision rules"),
    ("thresholds", "thresholds of a numeric feature"),
    ("cost", "cost of the answer"),
]
LINES = [
    ("cogs_median", "cogs, median", "#1f6fb4", ""),
    ("cogs_p90", "cogs, 90th percentile", "#1f6fb4", "5 4"),
    ("clingo_solve_median", "clingo, solving only, median", "#c4552d", ""),
]
PANEL_WIDTH, PANEL_HEIGHT = 360, 240
MARGIN_LEFT, MARGIN_TOP, GAP_X, GAP_Y = 70, 60, 80, 70


def time_label(exponent):
    unit, shift = next((u, s) for u, s in (("s", 0), ("ms", -3), ("µs", -6)) if exponent >= s)
    return f"{10 ** (exponent - shift)} {unit}"


def panel(rows, title, column, row, low, high):
    left = MARGIN_LEFT + column * (PANEL_WIDTH + GAP_X)
    top = MARGIN_TOP + row * (PANEL_HEIGHT + GAP_Y)
    logarithmic = title != "cost of the answer"
    values = [float(r["value"]) for r in rows]
    scale = math.log10 if logarithmic else float
    first, last = scale(min(values)), scale(max(values))
    width = (last - first) or 1

    def x(value):
        return left + 12 + (scale(value) - first) / width * (PANEL_WIDTH - 24)

    def y(seconds):
        share = (math.log10(seconds) - low) / (high - low)
        return top + PANEL_HEIGHT - share * PANEL_HEIGHT

    out = [f'<rect x="{left}" y="{top}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}" '
           'fill="none" stroke="#999"/>']
    for exponent in range(low, high + 1):
        at = y(10 ** exponent)
        out.append(f'<line x1="{left}" y1="{at:.1f}" x2="{left + PANEL_WIDTH}" y2="{at:.1f}" '
                   'stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">'
                   f'{time_label(exponent)}</text>')
    for value in values:
        out.append(f'<text x="{x(value):.1f}" y="{top + PANEL_HEIGHT + 16}" '
                   f'text-anchor="middle">{value:g}</text>')
    out.append(f'<text x="{left + PANEL_WIDTH / 2}" y="{top + PANEL_HEIGHT + 36}" '
               f'text-anchor="middle" font-weight="bold">{title}</text>')
    for key, _, colour, dash in LINES:
        points = [(x(float(r["value"])), y(float(r[key]))) for r in rows if float(r[key]) > 0]
        if not points:
            continue
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" '
                   f'stroke-dasharray="{dash}"/>')
        out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>'
                for px, py in points]
    return out


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: plot.py growth.csv growth.svg")
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        # One or two questions make no median.
        rows = [r for r in csv.DictReader(file) if int(r["questions"]) >= 3]
    times = [float(r[key]) for r in rows for key, *_ in LINES if float(r[key]) > 0]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    width = MARGIN_LEFT + 2 * PANEL_WIDTH + GAP_X + 20
    height = MARGIN_TOP + 2 * (PANEL_HEIGHT + GAP_Y)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    at = MARGIN_LEFT
    for _, label, colour, dash in LINES:
        out.append(f'<line x1="{at}" y1="28" x2="{at + 30}" y2="28" stroke="{colour}" '
                   f'stroke-width="2" stroke-dasharray="{dash}"/>')
        out.append(f'<text x="{at + 38}" y="32">{label}</text>')
        at += 230
    for number, (axis, title) in enumerate(AXES):
        of_axis = [r for r in rows if r["axis"] == axis]
        if of_axis:
            out += panel(of_axis, title, number % 2, number // 2, low, high)
    out.append("</svg>")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
