# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, as exceptions."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Mapping, Sequence


@dataclass(frozen=True)
class Diagnostic:
    """One fault with its place: lines and columns count from 1, line 0 means all of it."""

    message: str
    help: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    length: int = 1
    severity: str = "error"
    source_line: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        return place + self.message


@dataclass(frozen=True)
class BadCell:
    """A cell that the model cannot take; rows count from 1."""

    row: int
    column: str
    value: str
    message: str
    help: str = ""

    def __str__(self) -> str:
        where = f"row {self.row}" + (f", column '{self.column}'" if self.column else "")
        return f"{where}: {self.message}"


class Error(Exception):
    """All errors of cogs."""


class InputError(Error, ValueError):
    """A model, person or table that cannot be used.

    `diagnostics` has every fault with its place; `bad_cells` those of tables.
    """

    diagnostics: tuple[Diagnostic, ...]
    bad_cells: tuple[BadCell, ...]

    def __init__(self, message: str, diagnostics: Sequence[Any] = (), bad_cells: Sequence[Any] = ()) -> None:
        # What the engine calls so are arguments here.
        super().__init__(re.sub(r"^command line:", "options:", message.rstrip("\n"), flags=re.M))
        said = diagnostics or [Diagnostic(message.partition("\nhelp: ")[0], message.partition("\nhelp: ")[2])]
        self.diagnostics = tuple(d if isinstance(d, Diagnostic) else Diagnostic(**d) for d in said)
        self.bad_cells = tuple(c if isinstance(c, BadCell) else BadCell(**c) for c in bad_cells)

    def __reduce__(self) -> Any:
        return InputError, (str(self), self.diagnostics, self.bad_cells)

    def with_names(self, called: Mapping[str, str]) -> InputError:
        """The same with other names of files."""
        said = [replace(d, message=with_names(d.message, called), file=with_names(d.file, called)) for d in self.diagnostics]
        return InputError(with_names(str(self), called), said, self.bad_cells)


class OptionsError(Error, ValueError):
    """Options that cannot be meant together, or that ask for what there is not."""


class Stopped(Error):
    """A limit or a cancellation came before there was an answer; `reason` says which."""

    reason: str

    def __init__(self, message: str, reason: str = "cancelled") -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> Any:
        return Stopped, (str(self), self.reason)


class CogsWarning(UserWarning):
    """Something about a question that its answer depends on, such as a value that is missing."""


def with_names(text: Any, called: Mapping[str, str]) -> Any:
    """A text in which files that were only passing through have the names of what they held."""
    for file, name in called.items():
        text = text.replace(file, name) if isinstance(text, str) else text
    return text


def bad_rows(name: str, rows: int, cells: Sequence[Any]) -> InputError:
    """The exception for a table with values that the model cannot take."""
    found = [c if isinstance(c, BadCell) else BadCell(**c) for c in cells]
    lines = [f"{name}: {rows} row{'s' if rows != 1 else ''} with values that the model cannot take"]
    lines += [f"  {cell}" for cell in found]
    if found and found[0].help:
        lines.append(f"help: {found[0].help}")
    return InputError("\n".join(lines), [Diagnostic(str(c), c.help, name) for c in found], found)
