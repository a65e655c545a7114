"""Time as pure functions: what counts, deadlines, and time used. No Django, no rows, and no reading of the system clock."""
