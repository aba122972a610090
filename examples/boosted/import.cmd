cogs import model.json --people people.csv --check rows.csv --score risk --class 1 --decision decline
