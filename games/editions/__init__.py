"""Editions as the site uses them: guarded, with refusals, cards on the front page and a rules page. Imports only the pure parts."""
