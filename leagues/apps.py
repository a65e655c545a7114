from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Seasons, standings and ratings."""

    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"
