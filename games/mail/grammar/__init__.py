"""What may be written in letters to us, and how it is read. Knows no rows."""
