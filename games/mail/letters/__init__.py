"""Write letters about games at the time of sending, from the reader's own view. Each module holds one group of letters."""
