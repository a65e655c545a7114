"""Models of leagues and ratings. The secrets are standing orders, and the seed of a draw until registration has closed."""

from leagues.models.availability import Absence, SeasonOrders, SubCall, Substitute
from leagues.models.league import Act, Appeal, Correction, Division, Entry, Fixture, FixtureSeat, League, Round, Sanction, Season, new_seed
from leagues.models.rating import RatedTable, Rating, RatingBook, RatingEvent, SeatTally
from leagues.models.standing import Recount, Snapshot, Standing
