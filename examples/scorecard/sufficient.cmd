cogs why card.cogs anna.json --against best --sufficient
