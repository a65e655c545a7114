"""Reading games: what a person may see. Nothing here changes anything."""
