"""Pictures: boards for letters, films, link pictures, and charts of points. No module here reads the database."""
