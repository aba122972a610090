cogs recourse adult.cogs marital_status=Never-married capital_gain=6000 education_num=7 relationship=Unmarried sex=Male age=26 --fix capital_gain
