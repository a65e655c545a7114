"""Tables apart from their moves: create, join, start, rematch, chat, notes, forms, import of records, and deadlines of tables."""
