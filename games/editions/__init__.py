"""An edition as the site uses it: guarded, as a card of the front page, with its rules page. Imports the pure parts only."""
