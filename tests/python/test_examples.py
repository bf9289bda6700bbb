"""The examples run, and print what they say."""

import glob
import os
import subprocess
import sys

import pytest

FOLDER = os.path.join(os.environ["GOUGH_SOURCE"], "examples", "python")
EXAMPLES = sorted(glob.glob(os.path.join(FOLDER, "*.py")))


def test_there_are_some():
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("example", EXAMPLES, ids=os.path.basename)
def test_example(example):
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 5 and "nan" not in done.stdout
