"""Previews of an organiser's action, made by running the action and rolling it back."""
