"""What happens at a table beside its moves: create, join, start, rematch, chat, notes, forms, import of records, what ends with time."""
