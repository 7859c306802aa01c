"""What the README shows runs as pasted."""

from __future__ import annotations

import contextlib
import io
import os
import re
import unittest
from pathlib import Path
from typing import List

README = Path(__file__).parents[1] / "README.md"
FRAMEWORKS = ("flask", "django", "fastapi")
NEEDED = ("SKILLPASS_BASE_URL", "SKILLPASS_API_KEY")


def blocks() -> List[str]:
    return re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)


class Readme(unittest.TestCase):
    @unittest.skipUnless(
        all(os.environ.get(name) for name in NEEDED), f"needs {' and '.join(NEEDED)}"
    )
    def test_every_example_runs(self) -> None:
        run = [block for block in blocks() if not any(name in block for name in FRAMEWORKS)]
        self.assertGreaterEqual(len(run), 5)
        for at, block in enumerate(run):
            printed = io.StringIO()
            with self.subTest(at), contextlib.redirect_stdout(printed):
                exec(compile(block, f"README block {at}", "exec"), {"__name__": "readme"})
            for expected in re.findall(r"^ *print\(.*# (.*)$", block, re.MULTILINE):
                self.assertIn(expected, printed.getvalue())

    def test_examples_for_frameworks_are_python(self) -> None:
        shown = [block for block in blocks() if any(name in block for name in FRAMEWORKS)]
        self.assertEqual(len(shown), 3)
        for block in shown:
            compile(block, "README", "exec")
            self.assertIn("webhooks.verify(", block)


if __name__ == "__main__":
    unittest.main()
