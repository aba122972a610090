cogs why cars.cogs car.json
