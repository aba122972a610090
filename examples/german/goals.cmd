cogs counterfactuals german.cogs
