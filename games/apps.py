from contextlib import suppress
from importlib.util import find_spec

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The site part of the games: tables, moves, deadlines."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand our functions to the parts below us, which may not import us."""
        if find_spec("accounts.leaving"):
            from accounts import leaving
            from games.services.leaving import leave_all

            leaving.register(leave_all)
        if find_spec("games.letters"):
            with suppress(AttributeError):
                from games import letters

                letters.register()
