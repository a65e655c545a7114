"""The pages of the games. Views read by `games.queries`, change by `games.services`, and are short."""
