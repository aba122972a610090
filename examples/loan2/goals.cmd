cogs counterfactuals loan.cogs
