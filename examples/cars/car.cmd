cogs recourse cars.cogs car.json
