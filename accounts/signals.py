"""What follows when the account library says that something happened."""
