"""Bots of three levels. A bot turns a seat's own view and open decisions into an action."""
