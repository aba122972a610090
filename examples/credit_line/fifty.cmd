cogs solve credit.pl --query='loan(P, 50000)' -s0 --no-timing
