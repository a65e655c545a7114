"""What tests know about the three people at hand."""

PASSWORD = "black-spot-in-the-locker"
