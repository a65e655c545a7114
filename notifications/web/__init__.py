"""Pages about letters: settings, one-click unsubscribing, and the mailbox of a site on one machine."""
