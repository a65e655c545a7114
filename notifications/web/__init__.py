"""Pages about letters: settings, one-click stops, the mailbox of a small site."""
