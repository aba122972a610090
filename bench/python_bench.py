#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rows a second of CPU time through Model.batch, by kind of table.

    build/python/bin/python bench/python_bench.py --model examples/adult/adult.cogs --table adult.csv
"""

import argparse
import time

import pandas
import polars
import pyarrow

import cogs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    model = cogs.load(args.model)
    once = pandas.read_csv(args.table)
    frame = pandas.concat([once] * (args.rows // len(once) + 1), ignore_index=True).iloc[: args.rows]
    names = [c for c in frame.columns if frame[c].dtype.kind not in "iuf"]
    texts = pyarrow.Table.from_pandas(frame, preserve_index=False)
    coded = texts
    for name in names:
        place = coded.column_names.index(name)
        coded = coded.set_column(place, name, coded.column(name).combine_chunks().dictionary_encode())
    tables = {
        "pyarrow, dictionary columns; the answers alone": (coded.combine_chunks(), "only"),
        "pyarrow, texts; the answers alone": (texts, "only"),
        "pandas, categories; with its own columns": (frame.astype(dict.fromkeys(names, "category")), "append"),
        "pandas, texts; with its own columns": (frame, "append"),
        "pandas, objects; with its own columns": (frame.astype(dict.fromkeys(names, object)), "append"),
        "polars; with its own columns": (polars.from_arrow(texts), "append"),
    }
    print("| table | rows/CPU s |\n|---|---|")
    for name, (table, columns) in tables.items():
        least = float("inf")
        for _ in range(args.runs):
            began = time.process_time()
            model.batch(table, columns=columns, threads=1)
            least = min(least, time.process_time() - began)
        print(f"| {name} | {round(args.rows / least, -4):,.0f} |")


if __name__ == "__main__":
    main()
