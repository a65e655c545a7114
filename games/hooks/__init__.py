"""What parts above the games register with them: who arranged a table, and what else becomes of a game that ends."""
