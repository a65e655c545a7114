"""Short lessons on one subject each: a fight, trade in a port, bluffs and disputes."""

from games.kit.lesson import Lesson, Step, opened_with, scripted

from .bots import BOTS

PLACES = ("bombay", "london", "venice")

FIGHTS = Lesson(
    name="Fights",
    slug="fights",
    about="When to attack, what decides, and what the winner takes.",
    seed=b"guns run out, 659".ljust(32, b"."),
    places=PLACES,
    opening=opened_with("""
        0 sail W15
        0 heading W
        0 end yes
        1 sail C6
        1 heading S
        1 end yes
        2 sail B18
        2 heading SE
        2 end yes
        0 sail O15
        0 heading N
        0 heading NE
        0 end yes
        - close-window yes
        1 sail C5
        1 heading NE
        1 end yes
        2 sail J10
        2 heading N
        2 treasure (P,P)
        2 end yes
        - close-window yes
    """),
    others=scripted({(seat, 3): {} for seat in (1, 2)}, BOTS["easy"]),
    steps=(
        Step(
            "A ship full of pearls",
            "A wind blew you to the south-western corner, and Venice lies at J10 with two pearls aboard. Treasure counts only at home, so "
            "it can still be yours. The way is free and you are just strong enough: nine squares. Press J10.",
            "sail", "J10", "board hand",
        ),
        Step(
            "Fighting strength",
            "In a fight red counts against black. You have black cards worth eight and a red 1: eight less one is seven. Venice has six "
            "cards, but you cannot see them. A hand of one colour is hard to beat, so press the attack on Venice.",
            "attack", "2", "asked hand",
        ),
        Step(
            "Lie alongside",
            "An attacker points the same way as the other ship, or the opposite way. The winner has to sail straight ahead on the next "
            "turn, so think of the way home: north leads to the line to Bombay. Press N.",
            "heading", "N", "asked",
        ),
        Step(
            "The spoils",
            "Seven against two: you won. Only you two saw the cards. A winner takes all treasure aboard, or up to two crew cards that "
            "the loser chooses. Press the treasure.",
            "spoils", "treasure", "asked",
        ),
        Step(
            "The loser slips away",
            "Venice sailed off at once with a free move, and both of you drew a chance card, since you fought on the coast of the "
            "island. Two crew have joined you. Press “End the turn”.",
            "end", "yes", "asked news",
        ),
        Step(
            "A winner sails on",
            "Straight ahead it is. Row 17 leads to Bombay, and it is seven squares north. Press J17.",
            "sail", "J17", "board",
        ),
        Step(
            "Towards home",
            "You carry six points now, and others may want them: stay away from ships with many crew. Bombay lies due east, so press E.",
            "heading", "E", "asked",
        ),
        Step(
            "Safe in harbour",
            "Nobody fights in a harbour. The pearls are yours when you land them there. Press “End the turn”.",
            "end", "yes", "asked",
        ),
    ),
    farewell="You know now what decides a fight: colour, not numbers. Before you attack, think of what the other captain may hold, and of "
    "what you carry yourself: a loser loses it.",
)  # fmt: skip

TRADE = Lesson(
    name="Trade",
    slug="trade",
    about="How to get treasure, and a better crew, from the docks of other ports.",
    seed=b"like for like, 475".ljust(32, b"."),
    places=PLACES,
    others=scripted({(seat, number): {} for seat in (1, 2) for number in (1, 2)}, BOTS["easy"]),
    steps=(
        Step(
            "Cadiz is open to all",
            "In any port but your own you may trade with what lies on its docks, and nobody has to agree. Cadiz has a pearl and two "
            "black crew cards. A harbour has three lines, and two of Bombay and Cadiz cross at U13: press U13.",
            "sail", "U13", "board",
        ),
        Step(
            "Point at the harbour",
            "The line from here to Cadiz runs south-east. Press SE.",
            "heading", "SE", "asked",
        ),
        Step(
            "On the way",
            "Four squares are less than your six cards, so nobody can doubt that you sailed them honestly. Press “End the turn”.",
            "end", "yes", "asked",
        ),
        Step(
            "Into Cadiz",
            "Harbours are safe. You trade when you arrive, and again before you leave. Press Cadiz.",
            "sail", "Cadiz", "board",
        ),
        Step(
            "Three for three",
            "Both sides of a trade are worth the same. Your hand has six black and five red: in a fight that is a strength of only one. "
            "Under “You give” tick your red 3, under “You take” the black 3, then press “Make the deal”.",
            "trade", (("R3",), ("B3",)), "asked hand",
        ),
        Step(
            "Two for two",
            "Now black has nine and red two. It gets better: give the red 2, take the black 2, and press “Make the deal”.",
            "trade", (("R2",), ("B2",)), "asked hand",
        ),
        Step(
            "Crew for treasure",
            "All black: eleven to sail with, and eleven to fight with! A pearl is worth three. Give a black 1 and a black 2, take the pearl, "
            "and press “Make the deal”.",
            "trade", (("B1", "B2"), ("P",)), "asked hand",
        ),
        Step(
            "What you left behind",
            "Your red cards lie on the docks of Cadiz now, for the next captain. Others can trade for the treasure on your own docks in the "
            "same way. Press “End the turn”.",
            "end", "yes", "asked",
        ),
    ),
    farewell="One call at a port brought you a pearl and a hand of one colour. Diamonds and rubies are worth five, gold four, pearls three, "
    "rum two, and crew its number. Three pieces of one kind are safe from traders in your safety zone.",
)  # fmt: skip

BLUFF = Lesson(
    name="Bluff and dispute",
    slug="bluff",
    about="Sail further than your crew allows, or catch others at it.",
    seed=b"further than you can, 3".ljust(32, b"."),
    places=PLACES,
    options={"disputes": 48},
    others=scripted({
        (1, 1): {"sail": "I5", "heading": "N", "dispute": "B3"}, (2, 1): {"sail": "N16", "heading": "E"},
        (1, 2): {"dispute": "B2"}, (2, 2): {},
    }, BOTS["easy"]),
    steps=(
        Step(
            "Nobody sees your cards",
            "Others see that you have six crew cards, not which. They may be worth anything from six to eighteen. Yours are worth ten. "
            "Sail nine squares, which is honest: press P17.",
            "sail", "P17", "board hand",
        ),
        Step(
            "Point the ship",
            "You will sail south later on. Press S.",
            "heading", "S", "asked",
        ),
        Step(
            "Will they believe it?",
            "When your turn is over, the others may dispute a voyage of more squares than you have cards. At this table they have time "
            "to think; at most tables standing orders do it at once. Press “End the turn”.",
            "end", "yes", "asked",
        ),
        Step(
            "Your turn to doubt",
            "London disputed your voyage, was wrong, and lost its best card. Then Venice sailed fourteen squares with six cards: more than "
            "two each. If you are right, Venice loses its whole crew; if not, you lose what you put up. Press your black 3.",
            "dispute", "B3", "asked news",
        ),
        Step(
            "Now a bluff",
            "You were right: Venice has no crew left. Now try it yourself. You can sail ten squares, and P5 is twelve away. Press P5.",
            "sail", "P5", "board",
        ),
        Step(
            "Look innocent",
            "Nobody knows yet. Press E.",
            "heading", "E", "asked",
        ),
        Step(
            "Wait and see",
            "Twelve squares with six cards: two each. Would you believe that? Press “End the turn”.",
            "end", "yes", "asked",
        ),
    ),
    farewell="London did not believe it, and your whole crew is gone. A ship without crew drifts one square a turn. So bluff when the others "
    "have much to lose by a wrong dispute, and not far beyond what you could have. A bluff never wins the game.",
)  # fmt: skip

SUBJECTS = (FIGHTS, TRADE, BLUFF)
