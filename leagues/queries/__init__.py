"""Reading leagues: pages, the organiser dashboard, who decides."""
