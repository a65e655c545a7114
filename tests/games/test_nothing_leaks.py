"""Positions of every ruleset that came about by play, and the same with all changed that a reader may not know: what is shown is the same.

Hands, piles, the seed, past positions, the private part of the journal and all that others have ordered are changed underneath (`unknown`).
"""

import re
from collections import deque
from itertools import accumulate, cycle, islice
from random import Random

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import api_keys
from games.announcements import live
from games.engine import Amount, Choose
from games.mail import letter_parts
from games.mail.replies import clock_replies
from games.models import Game, Move
from games.queries import journal, past, table_view
from games.rulesets import all_rulesets
from harness.simulation.leaks import change_what_is_secret
from notifications.inbound import reply_addresses
from notifications.models import Notice
from tests.depth import DEPTH
from tests.games.disputes import HOURS, sail_too_far
from tests.games.unknown import SEEDS, keep_every_position, lines_for, turn_in_words
from tests.in_play import in_play
from tests.letters import Post

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]
RULESETS = list(all_rulesets())
EVERY = max(2, 16 // DEPTH)
"""Each so-manieth page of the history is looked at."""
MOST = 2
"""So many orders are tried, and so many links looked at."""
CHANGES_BY_ITSELF = re.compile(r'(csrf\w*|nonce)[^>]*|https?://[^\s"<>]+|/letters/(?:answer|orders)/[\w-]+|[\w.+-]+@localhost')
"""What is another one in each page and letter: tokens, keys of links, addresses for answers."""
PAGES = (
    "",
    "clock/",
    "orders/",
    "record/",
    "story/",
    "film/",
    "film.gif",
    "history/",
    "what-if/",
    "notes/",
    "feed/",
    "replay/",
    "rules/",
    "ledger/",
    "ledger/3/",
    "hint/",
)
PARTS = ("", "clock/", "film/", "what-if/", "notes/", "rules/", "ledger/")
ELSEWHERE = ("/", "/my/", "/lobby/", "/lobby/feed/", "/blocks/", "/friends/", "/next/")


@pytest.fixture
def people(anne, mary, make_person, time_machine, settings):
    """Three captains; the clock stands still."""
    settings.REPLY_DOMAIN = "localhost"
    time_machine.move_to(timezone.now(), tick=False)
    return [anne, mary, make_person("Grace")]


def lasting(answer) -> str:
    return f"{answer.status_code} {CHANGES_BY_ITSELF.sub('', answer.content.decode())}"


def shown(client, game: Game) -> list[str]:
    """Every page and part of this game that a browser is shown, in the present and at steps of the past, and pages that list it."""
    found = [f"/games/{game.pk}/{page}" for page in PAGES]
    found.append(f"/games/{game.pk}/film/{game.number}/")
    found += [f"/games/{game.pk}/history/{number}/" for number in range(0, game.number + 1, EVERY)]
    found += [f"/games/{game.pk}/board/{game.number}.svg", *ELSEWHERE, *(f"/captains/{player.user_id}/" for player in game.players.all())]
    parts = [client.get(f"/games/{game.pk}/{part}", headers={"HX-Request": "true", "Seen-Move": "0"}) for part in PARTS]
    return [lasting(answer) for answer in (*map(client.get, found), *parts)]


def refusals(client, game: Game) -> list[str]:
    """What is said to wrong answers to every question this edition knows."""
    asked = Move.objects.filter(game=game).exclude(decision="setup").values_list("decision", flat=True).distinct().order_by("decision")
    sent = [{"seen": game.number, "decision": name, "answer": said} for name, said in zip(asked, cycle(("", "99", "A1")))]
    answers = [client.post(f"/games/{game.pk}/move/", answer) for answer in sent]
    assert Game.objects.get(pk=game.pk).number == game.number
    return [lasting(answer) for answer in answers]


def boxes(client, game: Game, user) -> list[str]:
    """What someone who confirms each move is asked before the first and the last answer to each question, with any warning."""
    user.confirm_moves = True
    user.save()
    asked = [found for found in table_view.table(game, user).decisions if isinstance(found, Choose | Amount)]
    ends = [(one.name, said) for one in asked for said in {*islice(one.answers(), 1), *deque(islice(one.answers(), 300), 1)}]
    sent = [{"seen": game.number, "decision": name, "answer": said} for name, said in sorted(ends, key=str)]
    answers = [client.post(f"/games/{game.pk}/move/", answer, headers={"HX-Request": "true"}) for answer in sent]
    assert Game.objects.get(pk=game.pk).number == game.number
    return [lasting(answer) for answer in answers]


def letters(client, game: Game, user, seed: int, post: Post) -> list:
    """When letters go to this reader; the one that asks, what is answered to nonsense and to “try”, and the pages of its links."""
    table, random = table_view.table(game, user), Random(seed)
    sent = [(minutes, letter) for minutes in accumulate((1, 1, 1, 87)) for letter in post.letters(minutes) if letter.to == [user.email]]
    asking = sent[-1][1]
    tried = lines_for(game, table.seat, table, random)
    tried = [f"try\n{line}\nNo line is this" for line in random.sample(tried, min(MOST, len(tried)))]
    tried += ["\n".join(("try", *turn)) for _ in range(MOST) if (turn := turn_in_words(game, table.seat, random))]
    receipts = []
    for text in ("to the moon", *tried):
        kept = post.answer(asking, text)
        receipts += [(kept.state, kept.reason, letter) for letter in mail.outbox if letter.to == asking.to]
    assert len(receipts) == 1 + len(tried)
    links = sorted(set(re.findall(r'href="http://[^/"]+(/letters/(?:do|answer)/[^"]+)"', asking.alternatives[0].content)))
    pages = [lasting(client.get(link)) for link in random.sample(links, min(MOST, len(links)))]
    return [*((minutes, parts_of(letter)) for minutes, letter in sent), *((*told, parts_of(letter)) for *told, letter in receipts), pages]


def parts_of(letter) -> list[bytes]:
    """Text, HTML and picture."""
    parts = [part for part in letter.message().walk() if not part.is_multipart()]
    found = [(part.get_content_maintype(), part.get_payload(decode=True)) for part in parts]
    return [CHANGES_BY_ITSELF.sub("", content.decode()).encode() if kind == "text" else content for kind, content in found]


def signed_pages(game: Game, user) -> list[str]:
    """What the keys of letters show to people who have not signed in: the table, what it asks in a word, and the reader's orders."""
    client, rows = Client(), [letter_parts.seat_row(game, user), clock_replies.new_row(user, game, clock_replies.SEAT)]
    pages = [reverse("answer_by_link", args=[reply_addresses.link_key(row)]) for row in rows]
    pages.append(reverse("orders_by_link", args=[reply_addresses.link_key(rows[0])]))
    answers = [client.get(page) for page in pages]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    return [lasting(answer) for answer in answers]


def to_programs(client, game: Game, user) -> list[dict]:
    """What a program with this reader's key is told."""
    key = {"Authorization": f"Bearer {api_keys.create_key(user, 'looks')}"}
    paths = ("games", *(f"games/{game.pk}{path}" for path in ("", "/moves", "/talk")))
    return [client.get(f"/api/{path}", headers=key).json() for path in paths]


def everything(client, game: Game, user, seat: int | None, seed: int, time_machine) -> dict:
    """All that reaches this reader, as it is now. Whatever looking changes is put back."""
    cache.clear()
    mail.outbox.clear()
    now = timezone.now()
    mark = transaction.savepoint()
    view = table_view.table(game, user).view.to_json()
    found = {
        "pages": shown(client, game),
        "view": view,
        "past": [past.view_at(game, seat, number).to_json() for number in range(game.number + 1)],
        "journal": [(move.events, move.answer, move.by, told) for move, told in journal.journal(game, seat)],
        "notices": list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", "key", "facts", "created_at", "expires_at")),
        "programs": to_programs(client, game, user),
    }
    if seat is not None:
        found["refusals"] = refusals(client, game)
        found["boxes"] = boxes(client, game, user)
        found["signed"] = signed_pages(game, user)
    if seat is not None and table_view.table(game, user).decisions:
        found["letters"] = letters(client, game, user, seed, Post(time_machine))
    transaction.savepoint_rollback(mark)
    time_machine.move_to(now, tick=False)
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("who", ["captain", "stranger"])
@pytest.mark.parametrize("slug", RULESETS)
def test_all_that_reaches_a_reader_is_the_same_whatever_others_hold_and_have_ordered(
    slug, who, seed, people, client, sign_in, jack, time_machine
):
    game, seat = in_play(slug, people, seed)
    user, seat = (people[0], seat) if who == "captain" else (jack, None)
    sign_in(client, user)
    keep_every_position(game)
    before = everything(client, game, user, seat, seed, time_machine)
    change_what_is_secret(game, seat, Random(seed))
    after = everything(client, Game.objects.get(pk=game.pk), user, seat, seed, time_machine)
    for what, told in before.items():
        assert told == after[what], what
    assert past.record(game) is None


@pytest.mark.parametrize("who", ["mover", "other", "stranger"])
def test_while_a_window_is_open_all_that_reaches_a_reader_is_the_same(who, people, table, client, sign_in, time_machine):
    game = table(disputes=HOURS)
    sail_too_far(game)
    Game.objects.filter(pk=game.pk).update(open_to_all=True)
    game.refresh_from_db()
    keep_every_position(game)
    user, seat = {"mover": (people[0], 0), "other": (people[1], 1), "stranger": (people[2], None)}[who]
    sign_in(client, user)
    before = everything(client, game, user, seat, 1, time_machine)
    change_what_is_secret(game, seat, Random(1))
    after = everything(client, Game.objects.get(pk=game.pk), user, seat, 1, time_machine)
    for what, told in before.items():
        assert told == after[what], what


async def nothing_sent():
    """What would have gone out has been heard."""


@pytest.mark.parametrize("slug", RULESETS)
def test_a_socket_is_told_the_number_of_the_move_and_nothing_of_it(slug, people, monkeypatch, django_capture_on_commit_callbacks):
    heard = []

    def hear(group, message):
        heard.append((group, message))
        return nothing_sent()

    monkeypatch.setattr(live, "_send", hear)
    with django_capture_on_commit_callbacks(execute=True):
        game, _ = in_play(slug, people, SEEDS[0])
    told = [message for group, message in heard if group == live.group(game.pk)]
    assert {"type": "game.changed", "number": game.number, "moved": True} in told
    assert all(message | {"moved": True} == {"type": "game.changed", "number": message["number"], "moved": True} for message in told)
    assert {message["number"] for message in told} <= set(range(game.number + 1))
