"""Answers to our letters: read them and carry them out."""
