cogs why card.cogs anna.json --codes codes.csv
