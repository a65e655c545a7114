"""Pure functions of time: pauses, deadlines, and time used. No Django, no database, and no reading of the system clock."""
