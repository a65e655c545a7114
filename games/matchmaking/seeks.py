"""Matchmaking: players say what they would play, and the site seats players whose wishes fit. Their game begins at once.

Open tables on the usual terms are filled first, if enough players fit. Then new tables are created.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any, TypeVar

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.text import get_text_list

from accounts.models import User
from games.announcements import notices
from games.clocks.due_times import Calendar
from games.clocks.paces import DAY, Steady
from games.clocks.terms import PRESETS, Terms
from games.deadlines import absences
from games.editions.errors import NotAllowed
from games.editions.guard import on_offer
from games.engine import Ruleset, StandingOrder
from games.matchmaking.pairing import Pairs, Wish, compatible_group, next_pairing
from games.models import Game, Seek
from games.moderation import limits
from games.play import standing_orders
from games.storage.block_conditions import blocked_pairs
from games.tables import arranged, lobby
from games.tables.clock_form import choice_field

T = TypeVar("T")

LASTS = timedelta(days=30)
PACES = {preset.pace.usual: preset for preset in PRESETS if isinstance(preset.pace, Steady)}
"""{usual seconds of a turn: preset}"""
MOST_TABLES = 50
"""The maximum number of open tables that are searched for free chairs."""
LONGEST_NAME = 60


def sizes(rules: Ruleset) -> list[int]:
    """Return the numbers of captains with whom an edition is playable, with its default options."""
    usual = {option.key: option.default for option in rules.options}
    return [number for number in range(rules.seats[0], rules.seats[1] + 1) if not rules.unplayable(usual, number)]


def numbers() -> range:
    """Return the numbers of captains that a search may ask for: from the fewest to the most of all editions on offer."""
    found = [number for rules in on_offer().values() for number in sizes(rules)]
    return range(min(found), max(found) + 1)


def first_orders(rulesets: Iterable[str]) -> tuple[StandingOrder, ...]:
    """Return the orders asked for before games of the given editions on the usual terms, without duplicates."""
    offered = on_offer()
    return tuple(
        {order.key: order for slug in rulesets if slug in offered for order in standing_orders.first_orders(offered[slug], {})}.values()
    )


def why_first(rulesets: Iterable[str]) -> str:
    """Return why orders are asked for, for each of the editions, or "" if none are asked for."""
    why = {slug: standing_orders.why_first(rules, {}) for slug, rules in on_offer().items() if slug in rulesets}
    return " ".join(f"{on_offer()[slug].name}: {told}" for slug, told in why.items() if told)


@transaction.atomic
def seek(
    user: User, rulesets: Collection[str], paces: Collection[int], least: int, orders: Mapping[str, Any] = MappingProxyType({})
) -> Game | None:
    """Store a player's wish in place of an earlier wish. Return the game if one begins at once. Raise NotAllowed if refused."""
    limits.members_only(user, "Sign up first: the letter that says who was found has to reach you.")
    offered = on_offer()
    if not rulesets or not paces or not (set(rulesets) <= offered.keys() and set(paces) <= PACES.keys() and least in numbers()):
        raise NotAllowed("malformed", "Choose at least one game and one pace from the page, and how many captains there should be.")
    if too_small := [offered[slug].name for slug in rulesets if least > max(sizes(offered[slug]))]:
        raise NotAllowed("seats", f"{get_text_list(too_small, 'and')} cannot be played by {least} or more. Ask for fewer captains.")
    limits.must_have_room_for_public_table(user)
    said = standing_orders.checked_orders(first_orders(rulesets), dict(orders))
    wish = {"rulesets": list(rulesets), "paces": sorted(paces), "least": least, "orders": said, "made_at": timezone.now()}
    Seek.objects.update_or_create(user=user, defaults=wish)
    return next((game for game in pair_seeks() if game.players.filter(user=user).exists()), None)


def is_looking(user: User) -> bool:
    return Seek.objects.filter(user=user).exists()


def stop_seeking(user: User) -> None:
    Seek.objects.filter(user=user).delete()


@transaction.atomic
def pair_seeks() -> list[Game]:
    """Seat all players who can be seated now. Return the games that began. Safe to repeat."""
    looking = {row.user_id: row for row in Seek.objects.select_for_update(of=("self",)).select_related("user").filter(user__is_active=True)}
    found, apart = [], blocked_pairs(looking)
    while looking and (game := fill_a_table(looking, apart) or new_table(looking, apart)):
        found.append(game)
    return found


def wishes_of(looking: dict[int, Seek]) -> list[Wish]:
    return [Wish(pk, row.rulesets, row.paces, row.least) for pk, row in looking.items()]


def may_begin(row: Seek) -> bool:
    """Return whether the player may begin a game now: not on leave, and below the limit of public tables."""
    now = timezone.now()
    try:
        limits.must_have_room_for_public_table(row.user)
    except NotAllowed:
        return False
    return not absences.absences_of(row.user).filter(begin__lte=now, end__gt=now).exists()


# -- an open table -------------------------------------------------------------------------------------
def fill_a_table(looking: dict[int, Seek], apart: Pairs) -> Game | None:
    """Seat people at the oldest open table that they fill. Return its game, or None."""
    waiting = Game.objects.filter(open_to_all=True, status=Game.Status.OPEN, ready_by=None, ruleset__in=on_offer())
    for game in waiting.prefetch_related("players").order_by("created_at")[:MOST_TABLES]:
        if is_usual(game) and seated_at(game, looking, apart):
            return game
    return None


def is_usual(game: Game) -> bool:
    """Return whether the table has the usual terms and options, which nobody needs to ask for."""
    terms = game.terms
    usual = game.ends_at is None and all(game.options.get(option.key, option.default) == option.default for option in game.rules.options)
    return usual and isinstance(terms.pace, Steady) and terms == Terms(terms.pace, Calendar(terms.zone))


def seated_at(game: Game, looking: dict[int, Seek], apart: Pairs) -> bool:
    """Fill the free chairs of a table with people whom it suits. If there are too few, change nothing and return False."""
    seated = list(game.players.all())
    people, free = sum(not player.bot for player in seated), game.seats - len(seated)
    there, pace = {player.user_id for player in seated}, game.terms.pace.usual
    suits = [
        wish.person
        for wish in wishes_of(looking)
        if wish.person not in there and game.ruleset in wish.rulesets and pace in wish.paces and wish.least <= people + free
    ]
    while group := compatible_group(suits, free, apart):
        refused = who_is_refused(game, group, looking)
        if refused is None:
            for pk in group:
                tell_and_forget(game, looking.pop(pk))
            return True
        suits.remove(refused)
    return False


def who_is_refused(game: Game, group: Collection[int], looking: dict[int, Seek]) -> int | None:
    """Seat the group and return None. If the table refuses a person, seat nobody and return that person's id."""
    late = next((pk for pk in group if not may_begin(looking[pk])), None)
    if late is not None:
        return late
    try:
        with transaction.atomic():
            for pk in group:
                lobby.join(
                    game.pk, looking[pk].user, orders=standing_orders.fitting_orders(standing_orders.first_at(game), looking[pk].orders)
                )
    except NotAllowed:
        return pk
    return None


# -- a new table ---------------------------------------------------------------------------------------
def new_table(looking: dict[int, Seek], apart: Pairs) -> Game | None:
    """Create a table for the next people who can play together. Return its game, or None."""
    offered = on_offer()
    drawn = {slug: sizes(offered[slug]) for slug in by_lot(offered)}
    while pairing := next_pairing(wishes_of(looking), drawn, apart):
        if late := [pk for pk in pairing.people if not may_begin(looking[pk])]:
            for pk in late:
                del looking[pk]
            continue
        rows = by_lot(looking.pop(pk) for pk in pairing.people)
        names = sorted(row.user.name for row in rows)
        name = get_text_list(names, "and")
        if len(name) > LONGEST_NAME:
            name = f"{names[0]} and {len(names) - 1} others"
        chairs = [arranged.Chair(row.user, orders=row.orders) for row in rows]
        game = arranged.create(pairing.ruleset, {}, pairing.pace, name, chairs, vacation="all")
        for row in rows:
            tell_and_forget(game, row)
        return game
    return None


def by_lot(things: Iterable[T]) -> list[T]:
    """Return things in random order, so that neither the first captain nor the first edition is always preferred."""
    drawn = list(things)
    secrets.SystemRandom().shuffle(drawn)
    return drawn


def tell_and_forget(game: Game, row: Seek) -> None:
    """Tell a player that a game was found, and end their search."""
    notices.about_table(notices.FOUND, game, row.user, "found")
    row.delete()


@transaction.atomic
def end_old() -> int:
    """End searches that found nobody in a month, and notify their players. Return the number of searches."""
    late = list(Seek.objects.select_for_update(of=("self",)).select_related("user").filter(made_at__lte=timezone.now() - LASTS))
    for row in late:
        notices.nobody_found(row)
        row.delete()
    return len(late)


class SeekForm(forms.Form):
    rulesets = forms.MultipleChoiceField(
        label="Which games", widget=forms.CheckboxSelectMultiple, help_text="The more you choose, the sooner we find players.",
        error_messages=dict.fromkeys(("required", "invalid_choice", "invalid_list"), "Choose at least one game from this list."),
    )  # fmt: skip
    least = forms.TypedChoiceField(
        coerce=int, label="Captains at the table, at least",
        help_text="People, you included, and no bots. The game begins as soon as there are as many as each of you wishes.",
    )  # fmt: skip
    paces = forms.TypedMultipleChoiceField(
        coerce=int, label="Paces that suit you", widget=forms.CheckboxSelectMultiple, initial=[DAY, 2 * DAY, 3 * DAY],
        error_messages=dict.fromkeys(("required", "invalid_choice", "invalid_list"), "Choose at least one pace from this list."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "rulesets").choices = [(rules.slug, called(rules)) for rules in on_offer().values()]
        choice_field(self, "paces").choices = [(seconds, preset.name) for seconds, preset in PACES.items()]
        field, offered = choice_field(self, "least"), numbers()
        field.choices = [(number, str(number)) for number in offered]
        field.initial = offered[:2][-1]  # not the first, to avoid duels
        refusal = f"Choose how many, from {offered[0]} to {offered[-1]}."
        field.error_messages |= dict.fromkeys(("required", "invalid_choice"), refusal)


def called(rules: Ruleset) -> str:
    """Return the name of a game with its edition, for a list."""
    return f"{rules.name}, {rules.edition}" if rules.edition else rules.name
