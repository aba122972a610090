cogs counterfactuals adult.cogs
