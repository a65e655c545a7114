"""An edition as the site uses it: guarded, with its optional parts and its rules page. Imports the pure parts only."""
