"""Play every running game of a site on, a bot for each who is asked: `BUCCANEER_DATA=FOLDER python -m tests.golden.play_on [MOST]`.

For a copy of a site whose database an earlier release made. MOST moves in each game, or all of them to their ends.
"""

import os
import random
import sys
from collections import Counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
django.setup()

from buccaneer_site.celery import app
from games.engine import Action
from games.models import Game, Player, Wait
from games.play import acting
from games.queries import table_view
from games.storage import prepared

app.conf.task_always_eager = True
RANDOM = random.Random(1)


def answer(game: Game, wait: Wait) -> None:
    """What a bot would say in this seat; now and then the move is taken back first, as captains do."""
    player = Player.objects.select_related("user").get(game=game, seat=wait.seat)
    if game.may_take_back(wait.seat) and RANDOM.randrange(8) == 0:
        acting.take_back(game.pk, wait.seat, game.number)
        return
    table = table_view.table(game.pk, player.user)
    required = next(found for found in table.decisions if not found.optional)
    bots = table.rules.bots
    action = bots[min(bots)](table.view, table.decisions, RANDOM.randrange)
    acting.act(game.pk, action or Action(wait.seat, required.name, required.default), table.number)


def play_on(game: Game, most: int) -> str:
    """Play so many moves, or to the end; how the game stands then."""
    until = game.number + most
    while game.status == Game.Status.RUNNING and game.number < until:
        wait = next(
            (wait for wait in prepared.open_waits(game.pk) if Player.objects.filter(game=game, seat=wait.seat, bot="").exists()), None
        )
        if wait is None:
            return "waits for nobody"
        answer(game, wait)
        game.refresh_from_db()
    return str(game.status)


def main(most: int) -> int:
    """Play all of them; 1 when a game came to stand still."""
    found = Counter(play_on(game, most) for game in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"))
    print(dict(found), flush=True)
    return 1 if found["waits for nobody"] or found["stuck"] else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10**6))
