"""The rules without the site: the command buccaneer-rules, games between bots, and the PettingZoo adapter."""
