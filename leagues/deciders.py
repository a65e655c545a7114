"""Who decides about the table of a league: its organisers, but none who plays in that division himself."""

from games.models import Game
from leagues.models import Fixture
from leagues.services.common import plays_in


def deciders(game: Game) -> frozenset[int] | None:
    """Their ids; None for a table that is no league's."""
    fixture = Fixture.objects.filter(game=game).select_related("division", "round__season__league").first()
    if fixture is None:
        return None
    organisers = fixture.round.season.league.organisers.all()
    division = fixture.division
    return frozenset(
        user.pk
        for user in organisers
        if not division.entries.filter(user=user).exists() and not plays_in(user).filter(fixture__division=division).exists()
    )
