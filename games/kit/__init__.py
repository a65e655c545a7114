"""Parts that two or more games share. Pure: imports only the engine from this project."""
