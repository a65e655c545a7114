"""Bots of three levels. They see only the view of their seat, and differ in what they consider."""
