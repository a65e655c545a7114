"""Playing moves: session, acting, undo, standing orders, planned moves, bots, and play in thought only."""
