"""The state of a table's clocks, for pages and letters: numbers and sentences. Changes nothing."""
