cogs letter prestamo.cogs person.json --template regulation-b --lang es --codes codigos.csv --settings oficina.txt --id 2026-000417 --date 2026-11-16
