"""Parts that two or more games share. Pure: of this project, only the engine is imported."""
