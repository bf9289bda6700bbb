import json
import os
import subprocess

import pytest

import gough

COMMAND = os.environ["GOUGH_COMMAND"]


@pytest.fixture(scope="session")
def command():
    """Runs the command and reads its JSON."""

    def run(*arguments):
        done = subprocess.run([COMMAND, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def robots():
    """Every robot of the catalog, loaded once."""
    return {name: gough.load(name) for name in gough.catalog()}
