from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The site part of the games: tables, moves, deadlines."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
