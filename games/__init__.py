"""Tables and everything at them, by subject: see docs/architecture.md for the folders and which may import which."""
