from .captain import BOTS

__all__ = ["BOTS"]
