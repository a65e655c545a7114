"""The writers: one file for each group of letters. Each reads from the reader's own view when the letter is sent."""
