cogs why adult.cogs person.json
