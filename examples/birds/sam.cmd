cogs solve birds.pl --query='flies(sam)' --no-timing   # exit 1
