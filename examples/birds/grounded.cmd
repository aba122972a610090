cogs solve birds.pl --query='not flies(X)' -s0 --no-timing
