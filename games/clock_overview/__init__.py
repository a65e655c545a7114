"""How the clocks of a table stand, for pages and letters: numbers and sentences. Changes nothing."""
