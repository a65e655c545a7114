"""Rules, drawings and words that Buccaneer and Trade Winds share. Pure. The package imports from the rest of the kit, never the reverse."""
