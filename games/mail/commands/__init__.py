"""Handle letters to the site's command address, from members and from people without an account."""
