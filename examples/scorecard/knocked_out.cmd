cogs recourse card.cogs ben.json
