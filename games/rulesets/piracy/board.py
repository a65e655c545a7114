"""Our two charts. North is up; columns are letters from the west, rows are numbers from the north.

. open water   P Port Blackwood's wharf   X the wharf at the hoard   S Skull Island   T Sea Monster Island   a-j other islands
"""

CHARTS = {
    "one": (
        "..........X..",
        "..a....b.c.d.",
        "....S........",
        ".......ee....",
        "..f....e...g.",
        "P............",
        "...hh...T....",
        "...........i.",
        "......j......",
    ),
    "two": (
        "........X..",
        "..a....b.c.",
        "....S......",
        "......d....",
        "P.e...d..f.",
        "...........",
        "...gg..T...",
        "...........",
    ),
}

ISLANDS = {
    "one": {
        "a": "Gull Rock", "b": "Kettle Isle", "c": "West Fang", "d": "East Fang", "e": "The Hook", "f": "Barrel Cay",
        "g": "Lantern Key", "h": "Long Tom", "i": "Driftwood Isle", "j": "Bottle Key",
    },
    "two": {
        "a": "Gull Rock", "b": "Kettle Isle", "c": "The Fang", "d": "The Hook", "e": "Barrel Cay", "f": "Lantern Key", "g": "Long Tom",
    },
}  # fmt: skip

PORT, MARK = "Port Blackwood", "the hoard"
HOMES = ("Skull Island", "Sea Monster Island")
MONSTERS = ("Blackbeard", "the Sea Monster")
EVENTS = {"bb": "Blackbeard", "sm": "Sea Monster", "breeze": "Fair Breeze", "siren": "Siren's Call"}
"""The names of the event cards."""

COLOURS = ("red", "blue", "green", "yellow", "violet", "white")
