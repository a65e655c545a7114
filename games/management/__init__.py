"""Commands of `manage.py` about games."""
