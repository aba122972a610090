cogs recourse german.cogs applicant.json
