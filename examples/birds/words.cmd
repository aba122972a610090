cogs solve birds.pl --tree --human --no-timing
