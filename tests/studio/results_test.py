#!/usr/bin/env python3
"""Result folders in the studio: whole ones are played, files of two runs are refused, what is being made is not offered.

    results_test.py GOUGH SOURCE
"""
import json, os, pathlib, re, shutil, subprocess, sys, tempfile, urllib.error, urllib.request

gough, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()


def ask(address, path, body=None):
    """Status and text of an answer."""
    try:
        with urllib.request.urlopen(address + path, None if body is None else json.dumps(body).encode()) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def check(address):
    names = [entry["name"] for entry in json.loads(ask(address, "files")[1])]
    assert names == ["mixture", "whole"], names
    status, text = ask(address, "load", {"file": "whole"})
    assert status == 200 and '"series"' in text, text[:200]
    status, text = ask(address, "load", {"file": "mixture"})
    assert status == 400 and "states.csv: not of the run that summary.json tells of" in text, text[:200]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    shutil.copy(source / "robots" / "delta.toml", "mine.toml")
    for name, duration in (("whole", 0.05), ("mixture", 0.1)):
        pathlib.Path("s.toml").write_text(f'duration = {duration}\nefforts = "hold"\n')
        subprocess.run([gough, "simulate", "mine.toml", "s.toml", "-o", name], check=True, stdout=subprocess.DEVNULL)
    shutil.copy("whole/states.csv", "mixture/states.csv")
    shutil.copytree("whole", ".whole.1-00000000-0000000000000000.gough-part")
    with subprocess.Popen([gough, "studio", "mine.toml", "--no-open"], stdout=subprocess.PIPE, text=True) as studio:
        try:
            check(re.search(r"http://\S+", studio.stdout.readline())[0])
        finally:
            studio.terminate()
