"""Letters about games: `letters` writes them, `grammar` parses replies, `replies` plays answers, `commands` handles letters to the site."""
