"""Parse incoming letters. No module in this package reads the database."""
