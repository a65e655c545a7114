"""Matchmaking: the form in which players ask for a game, and how players are matched."""
