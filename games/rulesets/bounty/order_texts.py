"""The standing orders of this game: the questions, the choices, and the effect of each."""

from games.engine import StandingOrder

from .board import PORTS

PLANNED, ROLES, LATE = "A voyage of my own", "A pirate or a warship on top, on this voyage", "When my time has run out"

ORDERS = (
    StandingOrder(
        "voyage", "In my turn", "ask",
        (("ask", "Ask me every time"), ("sail", "Sail the voyage below by themselves")),
        (("ask", "I am asked in every turn."),
         ("sail", "My ships sail the planned voyage as soon as my turn comes, and buy on the way, whatever card is on top. I am asked before they leave "
          "Home Port, when one has shown its card, was robbed or went bankrupt, and when a card of the Treasure Chest has carried one to "
          "a port that is not the next of the voyage. Everybody sees all of that anyway, so no pause gives a card away.")),
        group=PLANNED,
    ),
    StandingOrder(
        "route", "Ports to call at", (), tuple((port.name, f"{port.name} (fee {port.fee})") for port in PORTS),
        tuple((port.name, f"The planned voyage calls at {port.name}.") for port in PORTS), most=7,
        help="In this order. With none named, the nearest port that still sells to the ship.", group=PLANNED,
    ),
    StandingOrder(
        "laden", "Home again with", 4,
        ((2, "two cards"), (3, "three cards"), (4, "four cards"), (5, "five cards"), (7, "a card of every port on the way")),
        ((2, "On the planned voyage a ship goes home with two cards aboard."), (3, "On the planned voyage a ship goes home with three cards aboard."),
         (4, "On the planned voyage a ship goes home with four cards aboard."), (5, "On the planned voyage a ship goes home with five cards aboard."),
         (7, "On the planned voyage a ship goes home when no port on its way is left.")),
        group=PLANNED,
    ),
    StandingOrder(
        "enough", "Enough aboard to win", "home",
        (("home", "Home at once"), ("plan", "Keep to the voyage")),
        (("home", "A ship that carries enough to win goes home at once. Others may guess why from its course."),
         ("plan", "A ship keeps to the voyage even when it carries enough to win.")),
        group=PLANNED,
    ),
    StandingOrder(
        "near", "A known pirate is a throw away", "ask",
        (("ask", "Ask me"), ("on", "Sail on")),
        (("ask", "On the planned voyage I am asked when a known pirate is a throw away."), ("on", "On the planned voyage my ships sail on even when a known pirate is a throw away.")),
        help="If a warship is to catch pirates by itself, choose “Sail on”.", group=PLANNED,
    ),
    StandingOrder(
        "pirate", "A pirate on top", "honest",
        (("honest", "Stay honest"), ("attack", "Attack in passing"), ("hunt", "Hunt"), ("ask", "Ask me (others may notice)")),
        (("honest", "With a pirate on top a ship sails on like a merchant, and its next card covers the pirate."),
         ("attack", "With a pirate on top a ship attacks a prey that its throw reaches, and otherwise sails on and buys."),
         ("hunt", "With a pirate on top a ship makes for the nearest prey, buys nothing on the way, and attacks when its throw reaches. With no prey near "
          "enough it sails on and buys."),
         ("ask", "I am asked when a pirate is on top. Others may notice the pause, and guess my card.")),
        help="It attacks nobody who is known as a pirate or a warship. Once it has attacked, you are asked in every turn.", group=ROLES,
    ),
    StandingOrder(
        "warship", "A warship on top", "on",
        (("on", "Sail on"), ("attack", "Attack pirates in passing"), ("hunt", "Hunt pirates"), ("ask", "Ask me (others may notice)")),
        (("on", "With a warship on top a ship sails on like a merchant, and its next card covers the warship."),
         ("attack", "With a warship on top a ship attacks a known pirate that its throw reaches, and otherwise sails on and buys."),
         ("hunt", "With a warship on top a ship makes for the nearest known pirate, buys nothing on the way, and attacks when its throw reaches. With no "
          "pirate near enough it sails on and buys."),
         ("ask", "I am asked when a warship is on top. Others may notice the pause, and guess my card.")),
        group=ROLES,
    ),
    StandingOrder(
        "prize", "A prey is worth it with", 3,
        ((1, "one card"), (2, "two cards"), (3, "three cards"), (4, "four cards"), (5, "five cards")),
        ((1, "By order a ship attacks for one card or more."), (2, "By order a ship attacks for two cards or more."), (3, "By order a ship attacks for three cards or more."),
         (4, "By order a ship attacks for four cards or more."), (5, "By order a ship attacks for five cards or more.")),
        help="All ships on the square are counted together.", group=ROLES,
    ),
    StandingOrder(
        "range", "A hunt goes as far as", 6,
        ((6, "six steps"), (12, "twelve steps"), (18, "eighteen steps")),
        ((6, "A ship that hunts goes for what is at most six steps away."), (12, "A ship that hunts goes for what is at most twelve steps away."), (18, "A ship that hunts goes for what is at most eighteen steps away.")),
        group=ROLES,
    ),
    StandingOrder(
        "course", "Where to then", "home",
        (("home", "Home, buying nothing"), ("voyage", "The voyage above"), ("short", "Three cards, then home"), ("round", "Wherever I can pay, then home")),
        (("home", "When my time has run out, my ships sail towards Home Port and buy nothing."),
         ("voyage", "When my time has run out, my ships sail the planned voyage and buy on the way."),
         ("short", "When my time has run out, my ships buy at the nearest ports that sell to them, and with three cards aboard they go home."),
         ("round", "When my time has run out, my ships sail from port to port and buy while the purse lasts, and then go home.")),
        help="They attack nobody.", group=LATE,
    ),
    StandingOrder(
        "borrow", "Borrow at Home Port", "poor",
        (("poor", "Only if I cannot buy anything"), ("never", "Never"), ("always", "Always")),
        (("poor", "I borrow twenty-five dubloons when I cannot pay a single fee."), ("never", "I never borrow."), ("always", "I borrow twenty-five dubloons.")),
        group=LATE,
    ),
)  # fmt: skip

DEFAULTS = {order.key: order.default for order in ORDERS}
