"""Play whole games between bots in this process and print each as a line of JSON, for `manage.py playout` and `buccaneer-rules playout`."""

import json
import random
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from time import perf_counter, thread_time
from typing import Any

from games.engine import Action, Decision, Dice, Ruleset
from games.engine.decisions import Below
from games.engine.random_play import Bot, Endless, Playout, play_out, random_bot
from games.engine.ruleset import View
from games.rulesets import all_rulesets


class CannotPlay(Exception):
    """Raised if a requested name or value does not exist or does not fit the others; the text lists the valid ones."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--ruleset", required=True, metavar="SLUG")
    parser.add_argument("--players", type=int, help="the usual number if left out")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", default="random", help="levels, separated by commas; dealt to the seats in turn")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")


def lines(arguments: dict[str, Any]) -> Iterator[str]:
    """Play the requested games, and yield a line of JSON for each. Raise CannotPlay for wrong arguments or an endless game."""
    rules = find_ruleset(arguments["ruleset"])
    players = arguments["players"] or rules.usual_seats
    options = read_options(rules, arguments["option"])
    if wrong := rules.unplayable(options, players):
        raise CannotPlay(wrong)
    if arguments["games"] < 1:
        raise CannotPlay("Give the number of games, at least one.")
    levels = read_levels(rules, arguments["bots"])
    for index in range(arguments["games"]):
        seats = [levels[(seat + index) % len(levels)] for seat in range(players)]
        try:
            line = play_game(rules, seats, options, f"{arguments['seed']}:{index}")
        except Endless as fault:
            raise CannotPlay(f"Game {index} of seed {arguments['seed']}: {fault}.") from fault
        yield json.dumps({"seed": arguments["seed"], "game": index} | line)


def find_ruleset(slug: str) -> Ruleset:
    """Return the edition with this slug, written with hyphens or underscores. Raise CannotPlay if there is none."""
    rules = all_rulesets().get(slug) or all_rulesets().get(slug.replace("-", "_"))
    if rules is None:
        raise CannotPlay(f"There is no ruleset {slug}. There are: {', '.join(all_rulesets())}.")
    return rules


def read_levels(rules: Ruleset, text: str) -> list[str]:
    """Return the bot levels in a comma-separated list. Raise CannotPlay if the edition does not have one of them."""
    levels = [level.strip() for level in text.split(",")]
    for level in levels:
        if level != "random" and level not in rules.bots:
            raise CannotPlay(f"There is no bot {level}. There are: {', '.join(['random', *rules.bots])}.")
    return levels


def read_options(rules: Ruleset, pairs: list[str]) -> dict[str, Any]:
    """Return the options named in `pairs` ("name=value"), and the defaults of all others. Raise CannotPlay for an unknown name or value."""
    options = {option.key: option.default for option in rules.options}
    by_key = {option.key: option for option in rules.options}
    for pair in pairs:
        key, _, text = pair.partition("=")
        option = by_key.get(key) or by_key.get(key.replace("-", "_"))
        if option is None:
            raise CannotPlay(f"There is no option {key}. There are: {', '.join(by_key)}.")
        values = [value for value, _ in option.choices]
        match = [value for value in values if str(value).lower() == text.lower()]
        if not match:
            raise CannotPlay(f"{key} may be: {', '.join(str(value) for value in values)}.")
        options[option.key] = match[0]
    return options


def some_places(rules: Ruleset, seats: int, chance: random.Random) -> list[str]:
    """Return a random choice of places that may be taken together, in seat order."""
    order = [place for place, _ in rules.places]
    taken: list[str] = []
    if not order:
        return [""] * seats
    for _ in range(seats):
        taken.append(chance.choice(rules.places_left(taken, seats)))
    return sorted(taken, key=order.index)


def play_game(rules: Ruleset, levels: list[str], options: dict[str, Any], seed: str) -> dict[str, Any]:
    """Play one game and return its summary. Places, first seat, dice and bots depend on `seed` alone. Raise Endless if it never ends."""
    chance = random.Random(seed)  # noqa: S311  nothing here is secret
    dice = Dice(seed.encode())
    state, _ = rules.setup(some_places(rules, len(levels), chance), chance.randrange(len(levels)), options, dice)
    bots = [Timed(random_bot if level == "random" else rules.bots[level]) for level in levels]
    start = perf_counter()
    played = play_out(rules, state, bots, dice, chance.randrange)
    seconds, slowest = perf_counter() - start, max(bot.slowest for bot in bots)
    return summary(levels, played) | {"seconds": round(seconds, 4), "slowest_decision_ms": round(slowest * 1000, 3)}


class Timed:
    """A bot that records the CPU time, in seconds, of its slowest decision."""

    def __init__(self, bot: Bot):
        self.bot, self.slowest, self.blind = bot, 0.0, bot is random_bot

    def __call__(self, view: View, decisions: Sequence[Decision], below: Below) -> Action | None:
        start = thread_time()
        action = self.bot(view, decisions, below)
        self.slowest = max(self.slowest, thread_time() - start)
        return action


def summary(levels: list[str], played: Playout) -> dict[str, Any]:
    """Return the facts about a game that its line of JSON contains."""
    outcome = played.outcome
    return {
        "bots": levels,
        "winners": list(outcome.winners),
        "ranking": list(outcome.places),
        "scores": list(outcome.scores),
        "rounds": played.rounds,
        "actions": played.actions,
        "reason": outcome.reason,
    }
