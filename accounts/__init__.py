"""People: names, addresses, trust, keys, leaving. May import core; knows no game and no league."""
