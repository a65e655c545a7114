"""Everything about tables except moves: create, join, start, rematches, chat, notes, forms, imports, and deadlines of tables."""
