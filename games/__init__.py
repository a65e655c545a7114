"""Tables and everything at them, by subject. docs/architecture.md lists the folders and which may import which."""

__version__ = "1.0.0"
"""The version of the package. It is written only here."""
