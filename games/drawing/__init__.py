"""Pictures: boards for letters, films, and charts of points. No module here reads the database."""
