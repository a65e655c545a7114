from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register this app's hooks for ended games, deleted accounts, profiles, letters and replies."""
        from accounts import account_deletion, held_names, names
        from core.registry import import_modules
        from games.announcements import arrangers, endings, profiles
        from leagues.models import Entry
        from leagues.queries.pages import deciders, is_of_a_league, part_of
        from leagues.services import entries, organisers, results, substitutes, withdrawals
        from leagues.web import exports
        from leagues.web.ratings import profile_section, public_page
        from notifications import calendar

        register_personal_data()
        names.RESERVED.register("leagues", (*entries.BOT_NAMES, Entry.NOBODY))
        endings.HOOKS.register("leagues", results.game_over)
        profiles.SECTIONS.register("leagues", profile_section)
        profiles.PUBLIC_PAGES.register("leagues", public_page)
        account_deletion.HOOKS.register("leagues", withdrawals.leave_all)
        held_names.RENAMES.register("leagues", withdrawals.rename_in_acts)
        account_deletion.WARNINGS.register("leagues", organisers.warning)
        import_modules("leagues.mail")
        calendar.DATES.register("leagues", exports.dates)
        arranger = arrangers.Arranger(is_of_a_league, deciders, part_of, substitutes.reclaim_seat, substitutes.must_not_be_out)
        arrangers.ARRANGERS.register("leagues", arranger)


def register_personal_data() -> None:
    from accounts.personal_data import register

    register("leagues.Entry", "season__league__name", "season", "status", "place", "asked_at")
    register("leagues.SeasonOrders", "season", "orders")
    register("leagues.Substitute", "season", "since", "most_games")
    register("leagues.FixtureSeat", "fixture", "fixture__game", "seat", "place", "points", "strikes", of="entry__user")
    register("leagues.FixtureSeat", "fixture", "fixture__game", "seat", "played_place", of="played_by")
    register("leagues.Rating", "ruleset", "value", "deviation", "games", "last")
    register("leagues.League", "name", "made_at", of="organisers")
    register("leagues.Absence", "entry", "begin", "end", of="entry__user")
    register("leagues.Sanction", "entry", "kind", "reason", "at", "lifted_at", of="entry__user")
    register("leagues.Appeal", "entry", "text", "made_at", "granted", "answer", of="entry__user")
