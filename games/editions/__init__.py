"""An edition as the site uses it: guarded, as a card on the front page, and with its rules page. Imports the pure parts only."""
