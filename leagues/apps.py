from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Seasons, standings and ratings."""

    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of games that end and people who leave, and say who writes our letters."""
        from accounts import leaving, names
        from games import arrangers
        from games.services import ending
        from leagues import by_mail, dates, letters
        from leagues.belongings import register_belongings
        from leagues.deciders import deciders, part_of
        from leagues.services import absent, entries, farewell, results
        from notifications.matters import register_matters

        register_belongings()
        names.reserve(*entries.BOT_NAMES, farewell.FORMER)
        ending.register(results.game_over)
        leaving.register(farewell.leave_all)
        letters.register()
        register_matters(lambda user: [], dates.dates)
        by_mail.register()
        arrangers.register(deciders)
        arrangers.register_part(part_of)
        arrangers.register_return(absent.came_back)
