cogs letter card.cogs anna.json --template regulation-b --codes codes.csv --settings office.txt --id 2026-000417 --date 2026-11-16
