"""The pages of the games: short views that read through `games.queries` and change things through the folders below."""
