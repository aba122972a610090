cogs why card.cogs anna.json
