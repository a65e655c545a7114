"""The pages of the games. Views read by `games.queries.table_view`, change by `games.services`, and are short."""
