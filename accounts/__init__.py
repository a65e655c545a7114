"""People: names, addresses, trust, keys, account deletion. May import core; knows no game and no league."""
