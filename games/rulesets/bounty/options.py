"""The options of a table. The defaults are the rulebook's, or our rulings where the rulebook is silent."""

from games.engine import TableOption, agreed

OPTIONS = (
    TableOption("goal", "Dubloons to win", "The first captain with this much money, after loans, wins at once.",
                100, ((100, "100 dubloons"), (150, "150 dubloons"), (200, "200 dubloons"), (0, "No goal, only the rounds count"))),
    TableOption("rounds", "Longest game", "After this many rounds the most money wins.",
                200, ((20, "20 rounds"), (40, "40 rounds"), (100, "100 rounds"), (200, "200 rounds"))),
    TableOption("must_buy", "Calling is buying", "Must a ship that enters a port buy there if it can?", False),
    TableOption("admiralty_safe", "Shelter at the Admiralty", "Are ships safe in the harbour of Admiralty Island, as in any port?", True),
    TableOption("record_kept", "Ports stay visited", "Must a ship that lost its cargo still go home before it buys again in the same port?", True),
    TableOption("trial_of_loot", "Trials look under the hold", "Does a captured pirate card make its new owner guilty, too?", True),
    TableOption("seizure", "Warship against pirate", "What happens when a warship catches a known pirate?",
                "certain", (("certain", "The warship wins"), ("dice", "Three throws each"))),
    TableOption("returned", "Returned cards", "Where in their packs do returned cards go?",
                "shuffled", (("shuffled", "At a random place in the pack"), ("under", "Under the pack"))),
)  # fmt: skip

VERSION = 3
"""The newest version of these rules; docs/changing-rules.md says when to raise it."""

CHANGES = {
    2: ("A bankrupt ship may also enter another harbour that is no farther from Home Port than the end of its way.",),
    3: ("A known pirate whose last card the rats spoil stays a known pirate.",),
}

DEFAULTS = agreed(OPTIONS, VERSION)
