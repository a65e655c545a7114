"""The ground floor: what all parts of the site stand on and what knows none of them. Imports nothing of ours."""
