cogs recourse card.cogs anna.json --fix income --fix employment   # exit 1
