cogs recourse german.cogs applicant.json --only property
