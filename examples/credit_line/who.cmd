cogs solve credit.pl -s0 --tree --no-timing
