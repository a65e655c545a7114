"""Letters about games, out and in: `grammar` (pure), `letters` (writers), `replies` (answers to ours), `commands` (letters to the site)."""
