cogs why loan.cogs john.json --codes codes.csv
