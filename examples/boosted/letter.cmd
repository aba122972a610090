cogs letter loan.cogs people.csv:21 --template regulation-b --codes codes.csv --settings office.txt --id 2026-000021 --date 2026-11-16
