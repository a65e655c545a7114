"""What an answer to one of our letters does."""
