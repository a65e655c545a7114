"""Letters to the site's command address: commands of members, new tables, and letters from people without an account."""
