"""Tools for all parts of the site, which know none of them. Imports nothing else of this project."""
