cogs why loan.cogs people.csv:21
