"""What people and time can do to a league: each function is one sentence, and one transaction."""
