"""Drawings as pictures: the board for letters, films, charts of points. No rows."""
