"""The pages of the games: short views that read by `games.queries` and change by the folders beneath."""
