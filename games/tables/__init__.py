"""Everything about tables except moves: creating, joining, starting, rematches, chat, notes, forms, imports, and table deadlines."""
