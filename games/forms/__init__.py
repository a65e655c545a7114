"""Forms: input is checked at the edge, and pages and letters use the same forms."""
