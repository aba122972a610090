cogs recourse loan.cogs people.csv:21
