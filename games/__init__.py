"""Tables and everything at them, by subject. docs/architecture.md lists the folders and which may import which."""
