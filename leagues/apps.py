from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Seasons, standings and ratings."""

    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the hooks of leagues: ended games, deleted accounts, profiles, letters and replies."""
        from accounts import account_deletion, held_names, names
        from games.hooks import arrangers, endings, profiles
        from leagues import calendar_feed
        from leagues.mail import letters, replies
        from leagues.personal_data import register_personal_data
        from leagues.queries.deciders import deciders, is_of_a_league, part_of
        from leagues.services import account_deletion as farewell
        from leagues.services import entries, organisers, results, substitutes
        from leagues.web.ratings import profile_section, public_page
        from notifications.topics import register_topics

        register_personal_data()
        names.reserve(*entries.BOT_NAMES, farewell.FORMER)
        endings.register(results.game_over)
        profiles.register(profile_section)
        profiles.register_public(public_page)
        account_deletion.register(farewell.leave_all)
        held_names.register_rename(farewell.rename_in_acts)
        account_deletion.register_warning(organisers.warning)
        letters.register()
        register_topics(lambda user: [], calendar_feed.dates)
        replies.register()
        arrangers.register(arrangers.Arranger(is_of_a_league, deciders, part_of, substitutes.came_back, substitutes.must_not_be_out))
