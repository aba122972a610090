cogs recourse adult.cogs person.json
