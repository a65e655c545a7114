"""The one way a move is played: session, acting, undo, standing orders, planned moves, bots, and what is played in thought only."""
