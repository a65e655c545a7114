"""The pages of leagues: short views that read by queries and change by services."""
