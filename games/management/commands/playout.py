"""`manage.py playout`: bots play whole games in this process, with no database. One line of JSON a game."""

import json
import random
from collections.abc import Callable, Sequence
from time import perf_counter, thread_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import Action, Decision, Dice, Ruleset
from games.engine.decisions import Below
from games.engine.random_play import Bot, Endless, Playout, play_out, random_bot
from games.rulesets import all_rulesets
from games.soak.chances import some_places


class Command(BaseCommand):
    help = "Let bots play games of one edition against each other and print how they went."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", required=True, metavar="SLUG")
        parser.add_argument("--players", type=int, help="the usual number if left out")
        parser.add_argument("--games", type=int, default=1)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--bots", default="random", help="levels, separated by commas; dealt to the seats in turn")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")

    def handle(self, **given: Any) -> None:
        rules = find_ruleset(given["ruleset"])
        given["players"] = given["players"] or rules.usual_seats
        options = read_options(rules, given["option"])
        if wrong := rules.unplayable(options, given["players"]):
            raise CommandError(wrong)
        if given["games"] < 1:
            raise CommandError("Say how many games, one at least.")
        levels = read_levels(rules, given["bots"])
        for index in range(given["games"]):
            seats = [levels[(seat + index) % len(levels)] for seat in range(given["players"])]
            try:
                line = play_game(rules, seats, options, f"{given['seed']}:{index}")
            except Endless as fault:
                raise CommandError(f"Game {index} of seed {given['seed']}: {fault}.") from fault
            self.stdout.write(json.dumps({"seed": given["seed"], "game": index} | line))


def find_ruleset(slug: str) -> Ruleset:
    """Return the edition of a slug, written with hyphens or underscores."""
    found = all_rulesets().get(slug) or all_rulesets().get(slug.replace("-", "_"))
    if found is None:
        raise CommandError(f"There is no ruleset {slug}. There are: {', '.join(all_rulesets())}.")
    return found


def read_levels(rules: Ruleset, text: str) -> list[str]:
    """Return the levels in a list with commas. Raises CommandError."""
    levels = [level.strip() for level in text.split(",")]
    for level in levels:
        if level != "random" and level not in rules.bots:
            raise CommandError(f"There is no bot {level}. There are: {', '.join(['random', *rules.bots])}.")
    return levels


def read_options(rules: Ruleset, pairs: list[str]) -> dict[str, Any]:
    """Return options with the edition's own values; those not named have its defaults."""
    found = {option.key: option.default for option in rules.options}
    by_key = {option.key: option for option in rules.options}
    for pair in pairs:
        key, _, text = pair.partition("=")
        option = by_key.get(key) or by_key.get(key.replace("-", "_"))
        if option is None:
            raise CommandError(f"There is no option {key}. There are: {', '.join(by_key)}.")
        values = [value for value, _ in option.choices]
        match = [value for value in values if str(value).lower() == text.lower()]
        if not match:
            raise CommandError(f"{key} may be: {', '.join(str(value) for value in values)}.")
        found[option.key] = match[0]
    return found


def play_game(
    rules: Ruleset, levels: list[str], options: dict[str, Any], seed: str, watch: Callable[..., None] | None = None
) -> dict[str, Any]:
    """Play one game, repeatable from its seed: places, first seat, dice and the bots' chance depend on it alone.

    `watch(action, state, events)` may look on; it is also shown the start, with no action.
    """
    chance = random.Random(seed)  # noqa: S311  nothing here is secret
    dice = Dice(seed.encode())
    state, _ = rules.setup(some_places(rules, len(levels), chance), chance.randrange(len(levels)), options, dice)
    bots = [Timed(random_bot if level == "random" else rules.bots[level]) for level in levels]
    if watch:
        watch(None, state, [])
    start = perf_counter()
    played = play_out(rules, state, bots, dice, chance.randrange, watch=watch)
    seconds, slowest = perf_counter() - start, max(bot.slowest for bot in bots)
    return summary(levels, played) | {"seconds": round(seconds, 4), "slowest_decision_ms": round(slowest * 1000, 3)}


class Timed:
    """A bot with a stopwatch for its own CPU time, whatever else the machine has to do."""

    def __init__(self, bot: Bot):
        self.bot, self.slowest, self.blind = bot, 0.0, bot is random_bot

    def __call__(self, view: Any, decisions: Sequence[Decision], below: Below) -> Action | None:
        start = thread_time()
        action = self.bot(view, decisions, below)
        self.slowest = max(self.slowest, thread_time() - start)
        return action


def summary(levels: list[str], played: Playout) -> dict[str, Any]:
    """Return what is printed about a game."""
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
