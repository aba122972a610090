cogs counterfactuals cars.cogs
