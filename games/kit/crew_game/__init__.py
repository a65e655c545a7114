"""Rules, drawings and words that Buccaneer and Trade Winds share. Pure; uses the rest of the kit, and nothing in the kit uses it."""
