"""What Buccaneer and Trade Winds do, draw and say alike. Pure; uses the rest of the kit, and nothing in the kit uses it."""
