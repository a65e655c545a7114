"""An edition as the site uses it: guarded, with its refusals, a card on the front page and a rules page. Imports the pure parts only."""
