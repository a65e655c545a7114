"""Drawings as pictures: the board for letters, films, charts of points. Knows no rows."""
