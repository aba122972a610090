cogs letter prestamo.cogs person.json --template gdpr --lang es --settings oficina.txt --id 2026-000417 --date 2026-11-16
