"""Answers to our letters, and what they do."""
