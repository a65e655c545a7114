"""Pages of leagues: short views that read with queries and change data with services."""
