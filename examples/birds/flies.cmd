cogs solve birds.pl -s0 --tree --no-timing
