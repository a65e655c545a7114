"""The words for scenarios of both games, in the layout that all games share (`games.kit.scenario`)."""
