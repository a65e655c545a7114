"""The table of a division, and who goes up or down, worked out from its results."""
