"""Everything before and after the moves of a table: create, join, ready check, start, rematch, chat, notes, records taken in."""
