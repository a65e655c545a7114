"""Previews of an organiser's button, made by a rolled-back run."""
