"""What an organiser's button will do, found out by doing it and taking it back."""
