#!/usr/bin/env python3
"""Disks that fail and processes that are killed, at every call that changes files: what was there stays whole, or the new is whole.

    sweep.py GOUGH SHIM [all]     all: every kind of failure at every call, instead of EIO and ENOSPC in turn
"""
import json, os, pathlib, shutil, subprocess, sys, tempfile

GOUGH, SHIM = (os.path.abspath(name) for name in sys.argv[1:3])
ALL = sys.argv[3:] == ["all"]
RESULT = ["robot.toml", "scenario.toml", "states.csv", "states.npz", "summary.json"]
SCENARIO = 'duration = 0.02\nefforts = "hold"\n'
TRAJECTORY = '[[segment]]\nline = { to = { x = 0.02, y = 0.37 }, duration = 0.1 }\n'
failures = []


def gough(arguments, cwd, kind=None, at=None, **more):
    """Exit code, and what it prints on standard error."""
    environment = dict(os.environ, **more)
    if kind:
        environment.update(LD_PRELOAD=SHIM, GOUGH_FAULT_KIND=kind, GOUGH_FAULT_AT=str(at))
    done = subprocess.run([GOUGH, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def content(path):
    """A file's bytes, or those of all that is in a folder, by name; but for what the next run will remove."""
    if not path.is_dir():
        return path.read_bytes() if path.exists() else None
    return {str(f.relative_to(path)): f.read_bytes() for f in sorted(path.rglob("*")) if f.is_file() and "gough-part" not in f.name}


def leftovers(folder):
    return [str(f) for f in folder.rglob(".*gough-part*")]


def whole_result(folder, runs):
    """The name of the run whose files these are; summary.json, which has times in it, by the robot that it names."""
    for name, files in runs.items():
        same = all((folder / f).exists() and (folder / f).read_bytes() == files[f] for f in RESULT[:4])
        if same and json.loads((folder / "summary.json").read_text())["robot"] == json.loads(files["summary.json"])["robot"]:
            return name
    return None


class Case:
    """A command that replaces something; `which` says whether what is there is 'old' or 'new', or None for a mixture."""

    def __init__(self, name, arguments, target, which, mixtures=None, **more):
        self.name, self.arguments, self.target, self.which = name, arguments, target, which
        self.mixtures, self.more = mixtures, more

    def fresh(self):
        shutil.rmtree("work", ignore_errors=True)
        shutil.copytree("seed", "work", symlinks=True)
        return pathlib.Path("work")

    def calls(self, kind):
        work = self.fresh()
        count = pathlib.Path("count").absolute()
        count.unlink(missing_ok=True)
        code, text = gough(self.arguments, work, kind, 10**9, GOUGH_FAULT_COUNT=str(count), **self.more)
        self.check(code == 0 and self.which(work / self.target) == "new", f"without a fault: exit code {code}: {text}")
        return count.stat().st_size if count.exists() else 0

    def check(self, fine, text):
        if not fine:
            failures.append(f"{self.name}: {text}")

    def sweep(self, kinds):
        total = self.calls(kinds[0])
        for at in range(1, total + 1):
            for kind in kinds if ALL else [kinds[at % len(kinds)]]:
                work = self.fresh()
                code, text = gough(self.arguments, work, kind, at, **self.more)
                self.judge(work, kind, f"{kind} at call {at} of {total}", code, text)
        print(f"{self.name}: {' and '.join(kinds)} at each of {total} calls")

    def judge(self, work, kind, what, code, text):
        state = self.which(work / self.target)
        if state is None and self.mixtures:
            self.mixtures(self, work, what)
        else:
            self.check(state in ("old", "new"), f"{what}: neither old nor new")
        self.check(foreign(work), f"{what}: other files are gone")
        if kind == "kill":
            self.check(code == -9, f"{what}: exit code {code}")
            code, text = gough(self.arguments, work, **self.more)
            self.check(code == 0 and self.which(work / self.target) == "new", f"after {what}: exit code {code}: {text}")
            self.check(foreign(work), f"after {what}: other files are gone")
        else:
            self.check(code in (0, 1, 2), f"{what}: exit code {code}")
            self.check(code != 2 or text.count("\n") == 1, f"{what}: not one line: {text}")
            self.check(code != 0 or state == "new", f"{what}: exit code 0 without a result")
        self.check(not leftovers(work), f"{what}: left behind: {leftovers(work)}")


def foreign(work):
    """What others have put into the folders, by name and content."""
    return all(
        (work / folder / "notes.txt").read_text() == "mine\n"
        and (work / folder / "pictures" / "of it.txt").read_text() == "also mine\n"
        and os.readlink(work / folder / "link") == "notes.txt"
        for folder in ("run", "code")
        if (work / folder).exists()
    ) and (work / "run").exists()


def refused(case, work, what):
    code, text = gough(["report", "run", "-o", "mixture.html"], work)
    case.check(code == 2 and text.count("\n") == 1, f"{what}: a mixture is taken for a result: {code} {text}")


def prepare():
    seed = pathlib.Path("seed")
    seed.mkdir()
    (seed / "scenario.toml").write_text(SCENARIO)
    (seed / "trajectory.toml").write_text(TRAJECTORY)
    (seed / "motion.csv").write_text("old\n")
    (seed / "report.html").write_text("old\n")
    assert gough(["simulate", "delta", "scenario.toml", "-o", "run"], seed) == (0, "")
    assert gough(["compile", "delta", "--model", "igm", "-o", "code"], seed) == (0, "")
    for folder in ("run", "code"):
        (seed / folder / "notes.txt").write_text("mine\n")
        (seed / folder / "pictures").mkdir()
        (seed / folder / "pictures" / "of it.txt").write_text("also mine\n")
        (seed / folder / "link").symlink_to("notes.txt")
    # the new ones, made where nothing fails
    other = pathlib.Path("other")
    shutil.copytree(seed, other, symlinks=True)
    for arguments in COMMANDS.values():
        assert gough(arguments, other)[0] == 0, arguments
    runs = {"old": content(seed / "run"), "new": content(other / "run")}

    def same(target):
        old, new = content(seed / target), content(other / target)
        return lambda path: "old" if content(path) == old else "new" if content(path) == new else None

    return (lambda folder: whole_result(folder, runs)), same


COMMANDS = {
    "simulate": ["simulate", "five_bar", "scenario.toml", "-o", "run"],
    "compile": ["compile", "five_bar", "--model", "igm", "-o", "code"],
    "trajectory": ["trajectory", "five_bar", "trajectory.toml", "--rate", "50", "-o", "motion.csv"],
    "report": ["report", "run", "-o", "report.html"],
}


def main():
    result, same = prepare()
    old_report = same("report.html")
    cases = [
        Case("simulate", COMMANDS["simulate"], "run", result),
        Case("simulate without an exchange", COMMANDS["simulate"], "run", result, refused, GOUGH_FAULT_NO_EXCHANGE="1"),
        Case("compile", COMMANDS["compile"], "code", same("code")),
        Case("trajectory", COMMANDS["trajectory"], "motion.csv", same("motion.csv")),
        Case("report", COMMANDS["report"], "report.html",
             lambda path: old_report(path) or ("new" if path.read_text().rstrip().endswith("</html>") else None)),
    ]
    for case in cases:
        case.sweep(["EIO", "ENOSPC"])
        case.sweep(["kill"])
        case.sweep(["short"])


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    main()
for failure in failures[:40]:
    print("FAILED", failure)
sys.exit(1 if failures else 0)
