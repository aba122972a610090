cogs why german.cogs applicant.json
