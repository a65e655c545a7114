"""Queries of leagues: pages, the organiser's dashboard, deciders."""
