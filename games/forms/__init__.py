"""What people send, checked at the edge: pages and letters use the same forms."""
