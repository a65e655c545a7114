"""Views of the games' pages. They read through `games.queries` and change data through the other folders of `games`."""
