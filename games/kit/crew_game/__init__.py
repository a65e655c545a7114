"""What Buccaneer and Trade Winds do, draw and say alike. Pure; stands on the rest of the kit, and nothing in the kit stands on it."""
