"""Accounts of people: names, addresses, trust, API keys, deletion. This package may import core, but neither games nor leagues."""
