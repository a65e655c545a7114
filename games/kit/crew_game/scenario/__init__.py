"""The words in which the scenarios of both games are written, laid out as those all games share (`games.kit.scenario`)."""
