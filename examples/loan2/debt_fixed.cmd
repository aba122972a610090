cogs recourse loan.cogs age=31 debt=5000 bank_balance=40000 credit_score=599 --fix debt   # exit 1
