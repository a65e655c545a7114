"""What happens when time runs out: the sweep, playing for absent players, their seats, and telling them beforehand."""
