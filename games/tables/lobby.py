"""Tables before their first move: create, join, leave, invite, start."""

from collections.abc import Mapping
from datetime import datetime
from itertools import chain, count
from types import MappingProxyType
from typing import Any

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import tidy
from core.plain_text import printable
from core.tasks import after_commit
from games.announcements import live, notices
from games.clocks.due_times import Calendar
from games.clocks.paces import Steady, Untimed
from games.clocks.terms import USUAL_TURN, BadTerms, Terms, checked, checked_end
from games.editions import cards
from games.editions.errors import NotAllowed
from games.editions.guard import on_offer
from games.engine import Ruleset
from games.models import Game, Hand, Invitation, Player, Seed
from games.moderation import blocks, limits
from games.play import standing_orders
from games.play.controllers import bot_levels, usual_bots
from games.queries import reliability
from games.queries.lists import ever_invited, invitations_of
from games.tables import renaming, starting

MOST_INVITED = 30
BOT_NAMES = (
    "Anne Bonny",
    "Calico Jack",
    "Mary Read",
    "Black Bart",
    "Grace O'Malley",
    "Henry Every",
    "Ching Shih",
    "Stede Bonnet",
)


def checked_options(rules: Ruleset, options: dict[str, Any]) -> dict[str, Any]:
    """Return a typed value for every option of the edition. `options` may have strings from a form. Raise NotAllowed if one is unknown."""
    unknown = set(options) - {option.key for option in rules.options}
    if unknown:
        raise NotAllowed("unknown-option", "This edition has no such option.")
    checked_values = {}
    for option in rules.options:
        wanted = options.get(option.key, option.default)
        values = [value for value, _ in option.choices] or [True, False]
        match = [value for value in values if value is wanted] or [v for v in values if str(v).lower() == str(wanted).lower()]
        if not match:
            raise NotAllowed("unknown-option", f"“{option.label}” has no such choice.")
        checked_values[option.key] = match[0]
    return checked_values


def edition(slug: str) -> Ruleset:
    rules = on_offer().get(slug)
    if rules is None:
        raise NotAllowed("unknown-edition", "There is no such game here.")
    return rules


def kind_of_name(open_to_all: bool) -> str:
    """Return the key in `accounts.trust.KINDS` for the name of a public or private table."""
    return "the name of a public table" if open_to_all else "the name of a private table"


@transaction.atomic
def create(
    owner: User, slug: str, options: dict[str, Any] | None = None, pace: int = USUAL_TURN, name: str = "",
    open_to_all: bool = False, seats: int | None = None, bots: tuple[str, ...] = (), place: str = "",
    clock: Terms | None = None, ends_at: datetime | None = None,
    orders: Mapping[str, Any] = MappingProxyType({}), rematch_of: Game | None = None,
) -> Game:  # fmt: skip
    """Return a new table with its owner and bots. If it is full, begin its game. Raise NotAllowed for bad values or too many tables."""
    rules = edition(slug)
    agreed_options = checked_options(rules, options or {})
    seats = checked_seats(rules, agreed_options, seats, bots)
    terms = agreed(clock or Terms(Steady(pace)), open_to_all)
    spend_a_table(owner, open_to_all)
    secret, commitment = Seed.draw()
    allowed_name = limits.name_of(name, owner, kind_of_name(open_to_all))
    game = Game.objects.create(
        ruleset=rules.slug, version=rules.version, options=agreed_options, owner=owner,
        is_rated=not isinstance(terms.pace, Untimed), pace=terms.pace.usual, clock=terms.to_json() if clock else {},
        name=allowed_name or renaming.usual_name(owner.name), open_to_all=open_to_all, seats=seats, commitment=commitment,
        ends_at=allowed_end(rules, ends_at), rematch_of=rematch_of,
    )  # fmt: skip
    Seed.objects.create(game=game, secret=secret)
    standing_orders.store_first_orders(sit(game, user=owner, place=place), orders)
    for level in bots:
        add(game, level)
    start_when_full(game)
    return game


def checked_seats(rules: Ruleset, options: dict[str, Any], seats: int | None, bots: tuple[str, ...]) -> int:
    """Return the number of seats, by default the least for the edition and the bots. Raise NotAllowed if the game is not playable."""
    least, most = rules.seats
    seats = seats or max(least, min(most, 1 + len(bots)))
    if problem := rules.unplayable(options, seats):
        raise NotAllowed("seats", problem)
    if 1 + len(bots) > seats:
        raise NotAllowed("seats", "There are more bots than empty seats.")
    return seats


def spend_a_table(owner: User, open_to_all: bool) -> None:
    """Count a new table against the owner's limits. Raise NotAllowed if a limit is exceeded."""
    if open_to_all:
        limits.must_have_room_for_public_table(owner)
    limits.must_have_room(owner, "open tables", Game.objects.filter(owner=owner, status=Game.Status.OPEN).count())
    limits.spend(owner, "new table")


def agreed(terms: Terms, open_to_all: bool) -> Terms:
    """Return the terms of the clock. Raise NotAllowed if the terms are invalid for a table with this visibility."""
    try:
        return checked(terms, friends_only=not open_to_all)
    except BadTerms as problem:
        raise NotAllowed("pace", str(problem)) from None


def allowed_end(rules: Ruleset, ends_at: datetime | None) -> datetime | None:
    """Return the agreed end of a new table. Raise NotAllowed if the edition has no rounds or the end is invalid."""
    if ends_at is None:
        return None
    if not rules.round_limit:
        raise NotAllowed("no-rounds", f"{rules.name} has no rounds to count, so no date can be agreed on for its end.")
    try:
        return checked_end(ends_at, timezone.now())
    except BadTerms as problem:
        raise NotAllowed("bad-end", str(problem)) from None


def for_newcomers() -> Ruleset:
    return cards.offers()[0].rules


def play_now(user: User, slug: str = "", card: str = "") -> Game:
    """Return a new game against bots in the person's time zone. `card` names a variant. Raise NotAllowed if refused."""
    offer = cards.offer_of(slug or for_newcomers().slug, card)
    if offer is None:
        raise NotAllowed("unknown-edition", "There is no such game here.")
    bots = tuple(usual_bots(offer.rules))
    terms = None if user.time_zone == "UTC" else Terms(Steady(USUAL_TURN), Calendar(user.time_zone))
    return create(user, offer.rules.slug, offer.options, name=f"{offer.name} against bots", bots=bots, seats=1 + len(bots), clock=terms)


def locked(game_id: int) -> Game:
    """Lock and return an open table. Raise NotAllowed if its game has started or the table is closed."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.OPEN:
        raise NotAllowed("started", "This game has started already." if game.status == "running" else "This table is closed.")
    return game


def notify_pages(game: Game) -> None:
    """Make open pages of the table reload once the transaction commits."""
    after_commit(live.changed, game.pk, game.number)


def sit(game: Game, user: User | None = None, bot: str = "", own_name: str = "", place: str = "") -> Player:
    """Create a player at the given place, or at the first free place. Raise NotAllowed if the place is not free."""
    if place:
        must_be_free(game, place)
    elif game.rules.places:
        place = game.rules.places_left(taken_places(game), game.seats)[0]
    player = Player.objects.create(game=game, user=user, bot=bot, own_name=own_name, place=place)
    Hand.objects.create(player=player)
    notify_pages(game)
    if user is not None:
        after_commit(live.seated, user.pk)
    return player


def taken_places(game: Game, but: Player | None = None) -> list[str]:
    """Return the places of all players except `but`."""
    return [place for pk, place in game.players.order_by("seat", "pk").values_list("pk", "place") if but is None or pk != but.pk]


def must_be_free(game: Game, place: str, but: Player | None = None) -> None:
    """Raise NotAllowed unless the place is free. `but` is the player who moves to the place."""
    taken = taken_places(game, but)
    if place not in dict(game.rules.places):
        raise NotAllowed("no-place", "There is no such place at this table.")
    if place in taken:
        raise NotAllowed("place-taken", "Someone has that place already. Choose another.")
    if place not in game.rules.places_left(taken, game.seats):
        raise NotAllowed("place-barred", "With so few captains that place is too near to another one. Choose another.")


def must_have_room(game: Game) -> None:
    if game.players.count() >= game.seats:
        raise NotAllowed("full", "Every chair at this table is taken.")


@transaction.atomic
def join(game_id: int, user: User, place: str = "", token: str = "", orders: Mapping[str, Any] = MappingProxyType({})) -> Player:
    """Join a public table, or a table by invitation or its token. Raise NotAllowed if refused, Game.DoesNotExist without access."""
    game = locked(game_id)
    if game.players.filter(user=user).exists():
        raise NotAllowed("seated", "You sit at this table already.")
    invited = invitations_of(user).filter(game=game).exists()
    if not (game.open_to_all or invited or (token and token == game.join_token)):
        raise Game.DoesNotExist
    if not invited and ever_invited(user).filter(game=game).exclude(taken_back_at=None).exists():
        raise NotAllowed(
            "taken-off", "The host has taken you off this table, or taken your invitation back. Only a new one lets you sit down."
        )
    blocks.must_share_table(user, game.players.values_list("user", flat=True))
    must_have_room(game)
    reliability.must_be_reliable(game, user)
    if game.open_to_all and not invited and token != game.join_token:
        limits.must_have_room_for_public_table(user)
    player = sit(game, user=user, place=place)
    standing_orders.store_first_orders(player, orders)
    start_when_full(game)
    return player


@transaction.atomic
def change_place(game_id: int, user: User, place: str) -> Player:
    """Change to another place before the game starts. Raise NotAllowed if the place is not free."""
    game = locked(game_id)
    player = game.players.get(user=user)
    must_be_free(game, place, player)
    player.place = place
    player.save(update_fields=["place"])
    notify_pages(game)
    return player


@transaction.atomic
def leave(game_id: int, user: User) -> None:
    """Leave before the game starts. Pass the table on to the next captain, or close the table if nobody is left."""
    game = locked(game_id)
    player = game.players.get(user=user)
    player.delete()
    notify_pages(game)
    starting.cancel_ready_check(game)
    renaming.pass_on(game)


@transaction.atomic
def add_bot(game_id: int, user: User, level: str) -> None:
    """Put a bot on an empty chair for the owner. Raise NotAllowed if `user` is not the owner or no chair is empty."""
    game = locked(game_id)
    must_own(game, user)
    must_have_room(game)
    add(game, level)
    start_when_full(game)


def add(game: Game, level: str) -> None:
    if level not in bot_levels(game.rules):
        raise NotAllowed("no-bot", "There is no bot of that strength for this edition.")
    taken = set(game.players.values_list("own_name", flat=True))
    more = (f"Bot {number}" for number in count(len(BOT_NAMES) + 1))
    sit(game, bot=level, own_name=next(name for name in chain(BOT_NAMES, more) if name not in taken))


def must_own(game: Game, user: User) -> None:
    if game.owner_id != user.pk:
        raise NotAllowed("not-yours", "Only the one who made this table can do that.")


@transaction.atomic
def invite(game_id: int, by: User, who: str) -> Invitation:
    """Invite a person by name or e-mail address. A repeated invitation sends no second letter. Raise NotAllowed if refused."""
    game = locked(game_id)
    must_own(game, by)
    who = printable(who)
    person, email = find_person(who)
    if email and EmailAddress.objects.filter(user=by, email=email, verified=True).exists():
        person, email = by, ""
    if person and game.players.filter(user=person).exists():
        raise NotAllowed("seated", "That captain sits at this table already.")
    if person:
        blocks.must_share_table(
            by, [person.pk], "You blocked {name}, so you cannot invite {name} to a table.", "That captain cannot be invited to this table."
        )
    if game.invitations.count() >= MOST_INVITED:
        raise NotAllowed("too-many", f"You have invited {MOST_INVITED} people to this table, the most allowed.")
    invitation, is_new = Invitation.objects.get_or_create(game=game, user=person, email=email, defaults={"by": by})
    if is_new or invitation.taken_back_at or invitation.declined_at:
        limits.spend_invitation(game, by, person, email)
        invitation.by, invitation.made_at, invitation.declined_at, invitation.taken_back_at = by, timezone.now(), None, None
        invitation.save()
        notices.invited(invitation)
    return invitation


@transaction.atomic
def decline(game_id: int, user: User) -> None:
    """Decline an invitation. Raise Invitation.DoesNotExist if there is none."""
    if not invitations_of(user).filter(game_id=game_id).update(declined_at=timezone.now()):
        raise Invitation.DoesNotExist


def find_person(who: str) -> tuple[User | None, str]:
    """Return (user, "") for a name, and always (None, address) for an address, to hide who has an account. Raise NotAllowed if unknown."""
    if "@" not in who:
        named = [person for person in User.objects.looking_like(who) if person.is_active]
        person = next((person for person in named if person.name.casefold() == tidy(who).casefold()), named[0] if len(named) == 1 else None)
        if person is None:
            raise NotAllowed("nobody", "Nobody here goes by that name.")
        return person, ""
    try:
        validate_email(who)
    except ValidationError:
        raise NotAllowed("not-an-address", "That does not look like an e-mail address.") from None
    return None, who.lower()


@transaction.atomic
def start(game_id: int, user: User) -> Game:
    """Start the game for the owner with the players present. Do nothing if it is running. Raise NotAllowed if it cannot start."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Game.Status.RUNNING:
        return game
    game = locked(game_id)
    must_own(game, user)
    least = game.rules.seats[0]
    if game.players.count() < least:
        raise NotAllowed("too-few", f"{game.rules.name} needs at least {least} captains. Invite someone or add a bot.")
    for player in game.players.all():
        if player.place and player.place not in game.rules.places_left(taken_places(game, player), game.players.count()):
            raise NotAllowed(
                "place-barred", "For so few captains two of the places are too near each other. Someone has to choose another."
            )
    if has_ready_check(game):
        starting.ask_those_present(game, user)
    else:
        begin(game)
    return game


def has_ready_check(game: Game) -> bool:
    return game.terms.ready_check and game.players.filter(bot="").count() > 1


def begin(game: Game) -> None:
    """Begin the game with the players present. Raise NotAllowed if the only captain has too many games against bots."""
    captains = [player.user for player in game.players.select_related("user") if player.user is not None]
    if len(captains) == 1:
        limits.may_have_another_game_against_bots(captains[0])
    starting.first_snapshot(game)


def start_when_full(game: Game) -> None:
    """Begin the game or the ready check if the table is full."""
    if game.players.count() == game.seats:
        if has_ready_check(game):
            starting.open_ready_check(game)
        else:
            begin(game)
