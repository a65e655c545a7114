"""Read games as a person may see them. Nothing here writes to the database."""
