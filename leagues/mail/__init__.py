"""Letters of leagues, outgoing and incoming."""
