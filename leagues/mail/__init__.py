"""Letters of leagues, out and in."""
