"""Read-only queries for pages, the organiser's dashboard, and deciders."""
