"""The shared vocabulary of both crew games, in the layout that all games use (`tests.scenario_language.shared`)."""
