"""Whatever others hold and have ordered, a reader is told the same: what they may not know is dealt anew underneath, and put back."""

import re
from itertools import takewhile
from random import Random
from typing import Any

from django.db import transaction
from django.test.client import ClientHandler

from accounts.api_keys import BEGINS, digest
from accounts.models import User
from accounts.personal_data import personal_data_of
from games.models import Game
from games.queries import journal, table_view
from harness.soak.browsers import browser
from harness.soak.dealt_anew import change_what_is_secret
from notifications.models import Notice
from notifications.sending import write_letter
from notifications.telling import Telling

BY_ITSELF = re.compile(r'(csrf\w*|nonce)[^>]*|https?://[^\s"<>]+|[\w.+-]+@[\w.-]+')
"""What is another one in each page and letter: tokens, keys of links, addresses for answers."""
PAGES = ("clock/", "orders/", "notes/", "rules/", "record/", "feed/", "hint/", "ledger/")
KEY = f"{BEGINS}canary"
ELSEWHERE = ("/my/", "/lobby/", "/next/", "/blocks/")


def told_more(chance: Random, handler: ClientHandler) -> str | None:
    """Read at a running table as one of its captains or a spectator, twice, with other secrets the second time. Return what differs.

    No cache may keep anything from one to the other. Pages are asked of this handler.
    """
    games = [game for game in Game.objects.filter(status=Game.Status.RUNNING).defer("public").order_by("pk") if not game.is_too_new]
    if not games:
        return None
    game, users = chance.choice(games), User.objects.filter(is_active=True).order_by("pk")
    user = chance.choice(list(users.filter(players__game=game) if chance.random() < 0.8 else users) or list(users))
    seat = next((player.seat for player in game.players.all() if player.user_id == user.pk), None)
    pages = [f"/games/{game.pk}/{page}" for page in ("", *chance.sample(PAGES, 2))] + [chance.choice(ELSEWHERE)]
    found = []
    with transaction.atomic():
        user.keys.create(name="canary", digest=digest(KEY))
        for change in (False, True):
            mark = transaction.savepoint()
            if change:
                change_what_is_secret(game, seat, chance)
            found.append(told(Game.objects.get(pk=game.pk), user, seat, pages, handler))
            transaction.savepoint_rollback(mark)
        transaction.set_rollback(True)
    for what, said in found[0].items():
        if (other := found[1][what]) != said:
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(str(said), str(other), strict=False)))
            return f"{what} of game {game.pk} hangs on what {user.email} may not know: {str(said)[max(0, same - 60) :][:120]!r}"
    return None


def told(game: Game, user: User, seat: int | None, pages: list[str], handler: ClientHandler) -> dict[str, Any]:
    """Return all that reaches this reader now."""
    client, table = browser(user), table_view.table(game, user)
    client.handler = handler
    found: dict[str, Any] = {f"the page {page}": shown(client.get(page)) for page in pages}
    for path in ("games", f"games/{game.pk}", f"games/{game.pk}/moves"):
        found[f"/api/{path}"] = shown(client.get(f"/api/{path}", headers={"authorization": f"Bearer {KEY}"}))
    found |= {"the view": table.view.to_json(), "what is asked": str(table.decisions), "the file": str(personal_data_of(user))}
    found["the journal"] = [(move.events, move.answer, move.by, said) for move, said in journal.journal(game, seat)]
    for notice in Notice.objects.filter(user=user, facts__game=game.pk).order_by("-pk")[:3]:
        letter = write_letter(Telling.of(notice))
        found[f"the letter {notice.key}"] = letter and BY_ITSELF.sub("", f"{letter.subject} {letter.text} {letter.html} {letter.brief}")
    return found


def shown(answer: Any) -> str:
    """Return what a page says, without what is another each time."""
    return f"{answer.status_code} {BY_ITSELF.sub('', answer.content.decode())}"
