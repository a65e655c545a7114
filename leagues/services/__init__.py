"""Changes to leagues by people and by the clock: each function is one transaction."""
