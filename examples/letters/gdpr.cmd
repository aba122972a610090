cogs letter loan.cogs person.json --template gdpr --settings eu_office.txt --id 2026-000417 --date 2026-11-16
