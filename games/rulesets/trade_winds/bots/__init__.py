"""Bots of three levels: from a seat's own view and its open decisions to an action."""
