cogs recourse loan.cogs john.json
