"""Play moves: session, acting, undo, standing orders, planned moves, bots, and hypothetical play."""
