# SPDX-License-Identifier: Apache-2.0
"""Small tables as the world writes them, each with what cogs should make of it.

    python3 nasty_tables.py FOLDER        writes them all

All hold the same people: an income and an age, and a loan that is refused to incomes below 30000.
What differs is how the income is written, or what stands around it.
"""

import gzip
import pathlib
import sys

ROWS = 240
CUT = 30000


def people():
    """(income, age, city, refused), the same each time; incomes from 20050 to 44000."""
    for i in range(ROWS):
        income = 20050 + i * 7919 % 24000 // 50 * 50
        yield income, 20 + i * 13 % 50, ("Paris", "Lyon", "Rome")[i % 3], income < CUT


def table(write, delimiter=",", head="age,income,city,loan", more=()):
    """Rows with the income as `write(income, row)` has it; `more` are columns (name, cell(row))."""
    names = [n for n in head.split(",")] + [name for name, _ in more]
    lines = [delimiter.join(names)]
    for row, (income, age, city, refused) in enumerate(people()):
        cells = [str(age), write(income, row), city, "no" if refused else "yes"]
        cells += [cell(row) for _, cell in more]
        lines.append(delimiter.join(cells))
    return "\n".join(lines) + "\n"


def grouped(n, mark):
    return f"{n:,}".replace(",", mark)


def quoted(text):
    return f'"{text}"'


def indian(n):
    text = str(n * 100)  # 2,05,000
    return text[:-5] + "," + text[-5:-3] + "," + text[-3:] if len(text) > 5 else text


class Case:
    """`kind`, `low` and `high` of the column income, words on the screen, options of the reading.

    `rules`: whether the income decides by the rule that made the table; `error`: words of the
    message where the table cannot be read at all.
    """

    def __init__(self, name, content, kind="whole numbers", low=20050, high=44000, say=(),
                 options=(), rules=True, error=None, missing=0, silent=False, suffix="csv"):
        self.name, self.kind, self.low, self.high = name, kind, low, high
        self.content = content.encode() if isinstance(content, str) else content
        self.say, self.options, self.rules, self.error = say, list(options), rules, error
        self.missing, self.silent, self.file = missing, silent, f"{name}.{suffix}"


def spelled(text, rows=(17,)):
    return table(lambda n, i: text if i in rows else str(n))


def cases():
    incomes = sorted(income for income, *_ in people())
    low, high = incomes[0], incomes[-1]

    def case(name, content, **about):
        about.setdefault("low", low)
        about.setdefault("high", high)
        return Case(name, content, **about)

    plain = table(lambda n, i: str(n))
    yield case("plain", plain, silent=True)
    yield case("crlf", plain.replace("\n", "\r\n"), silent=True)
    yield case("all_quoted", table(lambda n, i: quoted(n)), silent=True)
    yield case("blanks_around", table(lambda n, i: f"  {n} "), silent=True)
    yield case("plus_signs", table(lambda n, i: f"+{n}"), silent=True)
    yield case("exponents", table(lambda n, i: f"{n / 1000}e3"), silent=True)
    yield case("tabs", table(lambda n, i: str(n), "\t"), silent=True)
    # Thousands.
    yield case("thousands_comma", table(lambda n, i: quoted(grouped(n, ",")), more=[
        ("rate", lambda i: f"{i % 7}.5")]), silent=True)
    yield case("thousands_and_cents", table(lambda n, i: quoted(grouped(n, ",") + ".00")),
               silent=True)
    yield case("thousands_apostrophe", table(lambda n, i: grouped(n, "'")), silent=True)
    yield case("thousands_blank", table(lambda n, i: grouped(n, " ")), silent=True)
    yield case("thousands_no_break", table(lambda n, i: grouped(n, "\u00a0")), silent=True)
    yield case("thousands_narrow", table(lambda n, i: grouped(n, "\u202f")), silent=True)
    yield case("thousands_india", table(lambda n, i: quoted(indian(n))), low=low * 100,
               high=high * 100, silent=True)
    yield case("thousands_some", table(lambda n, i: quoted(grouped(n, ",")) if i % 2 else str(n),
                                       more=[("rate", lambda i: "0.25")]), silent=True)
    yield case("thousands_ambiguous", table(lambda n, i: quoted(grouped(n, ","))),
               say=["was read as thousands", "--decimal income=,"])
    yield case("thousands_point_semicolons", table(lambda n, i: grouped(n, "."), ";"),
               say=["could be a thousand or a decimal number; it was read as thousands",
                    "--decimal income=. reads the point as a decimal mark"])
    yield case("thousands_point_whole", table(lambda n, i: grouped(n // 40, "."), ";"),
               low=low // 40, high=high // 40,
               say=["it was read as thousands", "--decimal income=."])
    yield case("points_of_three", table(lambda n, i: f"{n / 1000:.3f}"), kind="numbers",
               low=low / 1000, high=high / 1000, silent=True)
    yield case("points_of_three_elsewhere", table(lambda n, i: f"{n / 1000:.3f}", ";", more=[
        ("rate", lambda i: f"{i % 7}.5")]), kind="numbers", low=low / 1000, high=high / 1000,
        silent=True)
    yield case("points_beside_whole", table(lambda n, i: grouped(n // 40, ".")), kind="numbers",
               low=None, high=None, rules=False,
               say=["it was read as a decimal number",
                    "--decimal income=, reads the point as a mark of thousands"])
    yield case("points_beside_thousands", table(lambda n, i: f"{n / 1000:.3f}" if i % 2
                                                else str(n), ";"), kind="numbers", low=None,
               high=None, rules=False, silent=True)
    # Money and percent.
    yield case("dollars", table(lambda n, i: f"${n}"), silent=True)
    yield case("dollars_thousands", table(lambda n, i: quoted("$" + grouped(n, ",") + ".00")),
               silent=True)
    yield case("euros_behind", table(lambda n, i: f"{n} €"), silent=True)
    yield case("currency_code", table(lambda n, i: f"USD {n}"), silent=True)
    yield case("percent", table(lambda n, i: f"{n}%"), silent=True)
    yield case("currency_spellings", table(lambda n, i: f"${n}" if i % 2 else f"{n} USD"),
               silent=True)
    yield case("currency_of_some", table(lambda n, i: f"${n}" if i % 2 else str(n)), silent=True)
    yield case("currencies", table(lambda n, i: ("$", "€", "£")[i % 3] + str(n)), kind="names",
               rules=False, say=["160 of 240 cells are in other currencies than most",
                                 "all its cells are read as names",
                                 "convert them to one currency first",
                                 "--numeric income compares the numbers as they are"])
    yield case("currencies_said", table(lambda n, i: ("$", "€", "£")[i % 3] + str(n)),
               options=["--numeric", "income"], silent=True)
    yield case("currency_stray", table(lambda n, i: f"€{n}" if i == 17 else f"${n}"), missing=1,
               say=["1 of 240 cells is in another currency than most ('€", "in row 18",
                    "taken as missing", "convert them to one currency first"])
    yield case("percent_of_some", table(lambda n, i: f"{n}%" if i % 2 else str(n)),
               say=["some cells are written with %, others without; 5% and 5 are both read as 5"])
    yield case("accountants", table(lambda n, i: f"({n})"), low=-high, high=-low, silent=True)
    yield case("minus_behind", table(lambda n, i: f"{n}-"), low=-high, high=-low, silent=True)
    yield case("true_minus", table(lambda n, i: f"\u2212{n}"), low=-high, high=-low, silent=True)
    yield case("currency_of_elsewhere", table(lambda n, i: f"PLN {n}"), silent=True)
    # Units.
    yield case("unit_behind", table(lambda n, i: f"{n} EUR/month"), silent=True)
    yield case("unit_close_by", table(lambda n, i: f"{n}km"), silent=True)
    yield case("unit_in_two_numbers", table(lambda n, i: f"{n} " + ("point", "Points")[i % 2]),
               silent=True)
    yield case("unit_and_thousands", table(lambda n, i: quoted(grouped(n, ",") + " miles"), more=[
        ("rate", lambda i: "0.5")]), silent=True)
    yield case("unit_missing", table(lambda n, i: "unknown" if i == 17 else f"{n} months"),
               missing=1, say=["'income': 1 of 240 cells is no number", "'unknown' in row 18"])
    yield case("units_of_two_kinds", table(lambda n, i: f"{n} " + ("months", "years")[i % 2]),
               kind="names", rules=False,
               say=["'income' has numbers with different words behind them ('months' and 'years')",
                    "write them in one unit, such as '12 months'"])
    yield case("unit_of_some", table(lambda n, i: f"{n} months" if i % 2 else str(n)),
               kind="names", rules=False, say=["120 of 240 cells are no numbers"])
    yield case("house_numbers", table(lambda n, i: str(n), more=[
        ("place", lambda i: f"{i % 30} {'ABCDEFGHIJKL'[i % 12]}street")]), silent=True)
    yield case("ranks", table(lambda n, i: str(n), more=[
        ("grade", lambda i: f"{i % 6 + 4}th")]), silent=True)
    # Fractions, or months?
    yield case("fractions", table(lambda n, i: str(n), more=[
        ("pressure", lambda i: f"{100 + i % 50}/{60 + i % 30}")]),
        say=["'pressure': '100/60' was read as a fraction", "--categorical pressure"])
    yield case("months_unsaid", table(lambda n, i: str(n), more=[
        ("joined", lambda i: f"{i % 12 + 1:02d}/{1990 + i % 30}")]),
        say=["'joined' looks like dates ('01/", "--date-format 'joined=%m/%Y'"])
    yield case("months_by_name", table(lambda n, i: str(n), more=[
        ("joined", lambda i: f"{('Jan', 'Jul', 'Dec')[i % 3]}-{1990 + i % 30}")]),
        say=["--date-format 'joined=%b-%Y'"])
    yield case("days_in_digits", table(lambda n, i: str(n), more=[
        ("joined", lambda i: f"{1990 + i % 30}{i % 12 + 1:02d}{i % 28 + 1:02d}")]),
        say=["'joined' looks like dates (19", "but is read as numbers",
             "--date-format 'joined=%Y%m%d'"])
    # Decimal commas.
    yield case("decimal_comma", table(lambda n, i: f"{n},5", ";"), kind="numbers", low=low + 0.5,
               high=high + 0.5, silent=True)
    yield case("decimal_comma_quoted", table(lambda n, i: quoted(f"{n},25")), kind="numbers",
               low=low + 0.25, high=high + 0.25, silent=True)
    yield case("german_money", table(lambda n, i: grouped(n, ".") + ",00 €", ";"), silent=True)
    yield case("german_thousands", table(lambda n, i: grouped(n, "."), ";", more=[
        ("rate", lambda i: f"{i % 5},5")]), silent=True)
    yield case("decimal_said", table(lambda n, i: quoted(f"{n / 1000:.3f}".replace(".", ","))),
               kind="numbers", low=low / 1000, high=high / 1000, options=["--decimal", ","],
               silent=True)
    yield case("decimal_said_of_one", table(lambda n, i: quoted(f"{n / 1000:.3f}".replace(".", ","))
                                            ), kind="numbers", low=low / 1000, high=high / 1000,
               options=["--decimal", "INCOME=,"], silent=True)
    # Missing in many spellings.
    for name, text in (("unknown", "unknown"), ("dash", "-"), ("excel_na", "#N/A"),
                       ("small_na", "n/a"), ("point", "."), ("none", "None"),
                       ("long_dash", "\u2014"), ("division", "#DIV/0!")):
        yield case(f"missing_{name}", spelled(text), missing=1,
                   say=["'income': 1 of 240 cells is no number", f"'{text}' in row 18",
                        "taken as missing", "--categorical income"])
    yield case("missing_usual", spelled("NA", (3, 5, 8)), missing=3, silent=True)
    yield case("missing_mixed", table(lambda n, i: {3: "unknown", 9: "-", 30: "unknown"}.get(i,
                                                                                          str(n))),
               missing=3, say=["3 of 240 cells are no numbers", "'unknown' 2 times, first in row 4"])
    yield case("odd_text", spelled("abc"), missing=1,
               say=["1 of 240 cells is no number ('abc' in row 18)", "taken as missing"])
    yield case("half_texts", table(lambda n, i: "see file" if i % 5 < 2 else str(n)), kind="names",
               rules=False, say=["96 of 240 cells are no numbers", "all its cells are read as names",
                                 "--missing-value 'income=see file'"])
    yield case("half_texts_said", table(lambda n, i: "see file" if i % 5 < 2 else str(n)),
               missing=96, options=["--missing-value", "income=see file"], rules=False)
    # Codes.
    codes = [(c, lambda i, k=k: "-9" if i % 20 == 0 else str(i * k % 90)) for k, c in
             ((7, "trades"), (11, "lines"), (13, "months"))]
    yield case("codes", table(lambda n, i: str(n), more=codes),
               say=["'-9' stands in the same 12 rows of 3 columns (trades, lines, months)",
                    "--missing-value -9"])
    yield case("codes_said", table(lambda n, i: "-9" if i % 20 == 0 else str(n), more=codes),
               options=["--missing-value", "-7,-8,-9"], missing=12, silent=True)
    yield case("code_of_one", table(lambda n, i: "-9.0" if i == 4 else str(n)),
               options=["--missing-value", "income=-9"], missing=1, silent=True)
    yield case("code_far_below", table(lambda n, i: "-9" if i % 40 == 0 else str(n)), low=-9,
               rules=False,
               say=["'-9' stands in 6 rows of 'income', below all other values",
                    "--missing-value income=-9"])
    # Digits that are names.
    yield case("zip_codes", table(lambda n, i: str(n), more=[
        ("zip", lambda i: ("01069", "80331", "10115")[i % 3])]),
        say=["'zip': '01069' and others have leading zeros and all one length",
             "--numeric zip reads them as numbers"])
    yield case("zip_codes_said", table(lambda n, i: str(n), more=[
        ("zip", lambda i: ("01069", "80331", "10115")[i % 3])]), options=["--numeric", "zip"],
        silent=True)
    yield case("zeros_in_front", table(lambda n, i: "0" * (i % 3) + str(n)), silent=True)
    yield case("padded_months", table(lambda n, i: str(n), more=[
        ("month", lambda i: f"{i % 12 + 1:02d}"), ("share", lambda i: f"0.{i % 9}"),
        ("none", lambda i: "0")]), silent=True)
    # Numbers by somebody's word: the rest is missing, not a category.
    yield case("numeric_said", table(lambda n, i: "see file" if i % 5 < 2 else str(n)),
               missing=96, options=["--numeric", "income"], rules=False,
               say=["96 of 240 cells are no numbers", "taken as missing"])
    # Dates instead of incomes: the later, the better.
    day = lambda n: f"20{(n - 20000) // 365 // 50 + 10:02d}-{(n // 50) % 12 + 1:02d}-" \
                    f"{(n // 50) % 28 + 1:02d}"
    yield case("iso_dates", table(lambda n, i: day(n)), kind="dates", low=None, high=None,
               rules=False, silent=True)
    yield case("iso_times", table(lambda n, i: day(n) + "T10:30:00Z"), kind="times", low=None,
               high=None, rules=False, silent=True)
    yield case("dates_said", table(lambda n, i: "/".join(reversed(day(n).split("-")))),
               kind="dates", low=None, high=None, rules=False,
               options=["--date-format", "income=%d/%m/%Y"], silent=True)
    yield case("dates_said_of_all", table(lambda n, i: "/".join(reversed(day(n).split("-")))),
               kind="dates", low=None, high=None, rules=False,
               options=["--date-format", "%d/%m/%Y"], silent=True)
    yield case("dates_wrong", table(lambda n, i: "/".join(reversed(day(n).split("-")))),
               options=["--date-format", "income=%m/%d/%Y"],
               error="cells are no dates as %m/%d/%Y")
    yield case("dates_nearly", table(lambda n, i: "soon enough" if i == 17 else "/".join(
        reversed(day(n).split("-")))), kind="dates", low=None, high=None, rules=False, missing=1,
        options=["--date-format", "income=%d/%m/%Y"],
        say=["1 of 240 cells is no date as %d/%m/%Y ('soon enough' in row 18)"])
    yield case("dates_unsaid", table(lambda n, i: str(n), more=[
        ("joined", lambda i: f"{i % 28 + 1}/{i % 12 + 1}/{1990 + i % 30}")]),
        say=["'joined' looks like dates", "--date-format 'joined=%d/%m/%Y'"])
    # As spreadsheets write tables.
    yield case("separator_line", "sep=;\r\n" + table(lambda n, i: str(n), ";").replace(
        "\n", "\r\n"), silent=True)
    yield case("empty_columns", table(lambda n, i: str(n), ";").replace("\n", ";;\n"), silent=True)
    yield case("nameless_column", table(lambda n, i: str(n), more=[("", lambda i: "x")]),
               error="column 5 has no name, but cells ('x' in row 1)")
    yield case("same_names", table(lambda n, i: str(n), more=[("age", lambda i: "1")]),
               error="columns 1 and 5 have the same name, 'age'")
    # Encodings.
    accents = plain.replace("Paris", "Orléans")
    yield case("byte_order_mark", b"\xef\xbb\xbf" + accents.encode(), silent=True)
    yield case("utf16", accents.encode("utf-16"), silent=True)
    yield case("utf16_big", b"\xfe\xff" + accents.encode("utf-16-be"), silent=True)
    yield case("utf16_packed", gzip.compress(accents.encode("utf-16"), mtime=0), silent=True,
               suffix="csv.gz")
    yield case("utf16_said", accents.encode("utf-16-le"), options=["--encoding", "utf-16le"],
               silent=True)
    yield case("latin1_said", accents.encode("latin1"), options=["--encoding", "latin1"],
               silent=True)
    yield case("windows_said", table(lambda n, i: f"{n} €").encode("cp1252"),
               options=["--encoding", "cp1252"], silent=True)
    yield case("latin1", accents.encode("latin1"), error="--encoding cp1252")
    yield case("no_encoding", accents, options=["--encoding", "klingon"],
               error="there is no encoding 'klingon'")
    # Names of columns.
    yield case("capitals", table(lambda n, i: str(n), more=[("AGE", lambda i: str(i % 4))]),
               say=["the columns 'age' and 'AGE' differ in capitals alone"])
    # What is no CSV.
    yield case("parquet", b"PAR1\x15\x04\x15\x10", error="pandas.read_parquet", suffix="parquet")
    yield case("arrow", b"ARROW1\x00\x00\xff\xff", error="pandas.read_feather", suffix="feather")
    yield case("sheet", b"PK\x03\x04\x14\x00\x06\x00", error="save the sheet as CSV", suffix="xlsx")
    yield case("packed_xz", b"\xfd7zXZ\x00\x00\x04", error="xz -dc", suffix="csv.xz")


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for one in cases():
        (folder / one.file).write_bytes(one.content)


if __name__ == "__main__":
    main(sys.argv[1])
