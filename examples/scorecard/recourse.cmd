cogs recourse card.cogs anna.json
