"""The rules without the site, as the package buccaneer-rules has them: its command, games between bots, the PettingZoo adapter."""
