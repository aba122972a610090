cogs why loan.cogs john.json
