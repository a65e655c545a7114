"""The commands of `manage.py` about games."""
