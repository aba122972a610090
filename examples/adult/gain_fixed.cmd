cogs recourse adult.cogs person.json --fix capital_gain
