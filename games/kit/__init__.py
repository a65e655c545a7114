"""Parts that two or more games share. Pure: imports the engine and nothing else of ours."""
