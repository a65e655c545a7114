"""Writers of letters, one file for each group. Each writes from the reader's own view when the letter is sent."""
