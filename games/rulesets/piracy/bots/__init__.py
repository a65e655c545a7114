"""Bots of three levels. They see only the public table, and differ in what they weigh and how far they plan ahead."""
