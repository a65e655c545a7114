"""Everything before and after the moves of a table: create, join, ready check, start, rematch, chat, notes, import of records."""
