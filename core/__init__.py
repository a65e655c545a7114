"""Tools that any part of the site may use. This package imports no other package of the project."""
