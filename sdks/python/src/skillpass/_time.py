from __future__ import annotations

import random
import time


class Time:
    """Where the client gets the time, waits and chance from; tests may give it another."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some instant; never goes back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def random(self) -> float:
        """0 to 1, 1 excluded."""
        return random.random()
