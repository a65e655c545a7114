"""Tell others that something happened: notices to people, open pages, the clock log, and functions that other apps register."""
