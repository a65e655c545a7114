"""What a table agrees on about time and ends: votes, extensions, agreed ends, organisers' acts, and clocks as pages show them."""
