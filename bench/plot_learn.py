#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""learn_growth.csv -> learn_growth.svg: time of learning against rows and columns.

Two panels in the manner of plot.py, both axes logarithmic; the thin line is what growth in
proportion would be, through the last point without pruning.
"""

import csv
import math
import sys

import plot

AXES = [("rows", "rows, 20 columns"), ("columns", "columns, 1,000,000 rows")]
plot.LINES = [
    ("none_s", "--prune none", "#1f6fb4", ""),
    ("standard_s", "default pruning", "#c4552d", ""),
    ("linear_s", "in proportion", "#999999", "3 3"),
]


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: plot_learn.py learn_growth.csv learn_growth.svg")
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    panels = []
    for axis, title in AXES:
        of_axis = [row for row in rows if row["axis"] == axis]
        for row in of_axis:
            last = of_axis[-1]
            row["linear_s"] = float(last["none_s"]) * float(row["value"]) / float(last["value"])
        if of_axis:
            panels.append((of_axis, title))
    times = [float(row[key]) for row in rows for key, *_ in plot.LINES]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    width = plot.MARGIN_LEFT + 2 * plot.PANEL_WIDTH + plot.GAP_X + 20
    height = plot.MARGIN_TOP + plot.PANEL_HEIGHT + plot.GAP_Y
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for number, (_, label, colour, dash) in enumerate(plot.LINES):
        at = plot.MARGIN_LEFT + 230 * number
        out.append(f'<line x1="{at}" y1="28" x2="{at + 30}" y2="28" stroke="{colour}" '
                   f'stroke-width="2" stroke-dasharray="{dash}"/>')
        out.append(f'<text x="{at + 38}" y="32">{label}</text>')
    for number, (of_axis, title) in enumerate(panels):
        out += plot.panel(of_axis, title, number, 0, low, high)
    out.append("</svg>")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
