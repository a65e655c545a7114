"""What people at a table agree on about time and ends: votes, extensions, agreed ends, and acts of organisers."""
