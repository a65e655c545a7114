"""The words for scenarios of both games, in the layout that all games share (`tests.scenario_language.shared`)."""
