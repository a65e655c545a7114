"""Time, as pure functions: what counts, until when, how much is used. No Django, no rows, no `now`."""
