"""What a letter to the site's own address does: commands of members, new tables, and letters from people without an account."""
