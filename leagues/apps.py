from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Seasons, standings and ratings."""

    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the hooks of leagues: ended games, deleted accounts, profiles, letters and replies."""
        from accounts import account_deletion, held_names, names
        from core.registry import import_modules
        from games.announcements import arrangers, endings, profiles
        from leagues import calendar_feed
        from leagues.personal_data import register_personal_data
        from leagues.queries.deciders import deciders, is_of_a_league, part_of
        from leagues.services import account_deletion as farewell
        from leagues.services import entries, organisers, results, substitutes
        from leagues.web.ratings import profile_section, public_page
        from notifications import topics

        register_personal_data()
        names.RESERVED.register("leagues", (*entries.BOT_NAMES, farewell.FORMER))
        endings.HOOKS.register("leagues", results.game_over)
        profiles.SECTIONS.register("leagues", profile_section)
        profiles.PUBLIC_PAGES.register("leagues", public_page)
        account_deletion.HOOKS.register("leagues", farewell.leave_all)
        held_names.RENAMES.register("leagues", farewell.rename_in_acts)
        account_deletion.WARNINGS.register("leagues", organisers.warning)
        import_modules("leagues.mail")
        topics.DATES.register("leagues", calendar_feed.dates)
        arranger = arrangers.Arranger(is_of_a_league, deciders, part_of, substitutes.reclaim_seat, substitutes.must_not_be_out)
        arrangers.ARRANGERS.register("leagues", arranger)
