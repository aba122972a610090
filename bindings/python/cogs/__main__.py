# SPDX-License-Identifier: Apache-2.0
"""python -m cogs batch MODEL DATA -o OUT: answers for all rows of a file, Parquet and Arrow files too.

The other commands are those of the program `cogs`.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import cogs


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cogs", description=__doc__)
    parser.add_argument("--version", action="version", version=cogs.__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    batch = commands.add_parser("batch", help="recourse for every row of a file")
    batch.add_argument("model")
    batch.add_argument("data", help="CSV, JSON Lines, Parquet or an Arrow file")
    batch.add_argument("-o", "--output", required=True, help="CSV, JSON Lines, Parquet or an Arrow file")
    for name in ("fix", "allow", "only"):
        batch.add_argument(f"--{name}", help="features, with commas in between")
    for name in ("fix", "allow", "only", "range", "cost"):
        batch.add_argument(f"--{name}-column", action="append")
    batch.add_argument("--reasons", type=int, default=0)
    batch.add_argument("--threads", type=int, default=0)
    batch.add_argument("--effort", type=int)
    batch.add_argument("--time-limit", type=float)
    batch.add_argument("--resume", action="store_true")
    batch.add_argument("--errors")
    predict = commands.add_parser("predict", help="the decision for each row of a file")
    predict.add_argument("model")
    predict.add_argument("data")
    for one in (batch, predict):
        one.add_argument("-q", "--quiet", action="store_true", help="no warnings")
    return parser


def _batch(args: argparse.Namespace) -> int:
    given: dict[str, Any] = {}
    for name in ("fix", "allow", "only"):
        if getattr(args, name):
            given[name] = getattr(args, name).split(",")
    for name in ("fix_column", "allow_column", "only_column", "range_column", "cost_column", "effort", "time_limit"):
        if getattr(args, name) is not None:
            given[name] = getattr(args, name)
    if args.reasons:
        given["reasons"] = args.reasons
    counts = cogs.load(args.model).batch_file(
        args.data, args.output, threads=args.threads, resume=args.resume, errors=args.errors, **given
    )
    parts = {k: getattr(counts, k) for k in ("found", "already", "none", "gave_up", "error")}
    print(f"{counts.rows} rows: " + ", ".join(f"{n} {k}" for k, n in parts.items() if n), file=sys.stderr)
    if not counts.finished:
        return 4
    return 3 if counts.error and not args.errors else 0


def _predict(args: argparse.Namespace) -> int:
    from . import _files

    data = _files.stream(args.data) if _files.is_binary(args.data) else args.data
    print("row,decision")
    for row, decision in enumerate(cogs.load(args.model).predict(data), 1):
        print(f"{row},{'' if decision is None else decision}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    if args.quiet:
        import warnings

        warnings.simplefilter("ignore", cogs.CogsWarning)
    try:
        return _batch(args) if args.command == "batch" else _predict(args)
    except cogs.Stopped as stopped:
        print(f"cogs: {stopped}", file=sys.stderr)
        return 4
    except (cogs.Error, OSError, ImportError) as error:
        print(f"cogs: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
