"""Dynamics of many states from one numpy call, beside an EvaluatorBatch in C++ on the same rows: every robot of the catalog, idm and ddm.

    PYTHONPATH=build/python python3 benchmarks/python_batch.py build/benchmarks/gough_batch_of_file [states] [rounds] [robot ...]

Whole poses in the workspace, one thread, processor time of a state in nanoseconds; both take turns, the best of each round, medians of the
rounds. `program` is the bare program's batch on columns that are ready: what it takes less than C++ is the price of rows, poses and statuses.
Exit code 1 where the numbers differ in a single bit or Python takes more than 1.2 times as long as C++.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

import gough

REPEATS = 3


class Case:
    """One robot and model: states in a file that both read."""

    def __init__(self, command, name, model, states, folder):
        self.inputs, self.outputs = os.path.join(folder, "in"), os.path.join(folder, "out")
        self.arguments = [command, name, model, self.inputs, self.outputs, str(states)]
        robot = gough.load(name)
        self.cpp(0)
        numbers, second = numpy.fromfile(self.inputs), robot.n if model == "idm" else len(robot.actuators)
        self.rows, start = [], 0
        for columns in (7, robot.n, second):
            self.rows.append(numbers[start : start + columns * states].reshape(states, columns))
            start += columns * states
        self.batch = gough.Batch(robot, model)
        self.found = self.batch(*self.rows, threads=1)

    def cpp(self, repeats):
        """Processor times of the rows' batch and of the bare program."""
        done = subprocess.run([*self.arguments, str(repeats)], capture_output=True, text=True, check=True)
        return [float(word) for word in done.stdout.split()]

    def python(self):
        times = []
        for _ in range(REPEATS):
            start = time.thread_time()
            self.batch(*self.rows, out=self.found, threads=1)
            times.append(time.thread_time() - start)
        return min(times)

    def same(self):
        return numpy.fromfile(self.outputs).tobytes() == self.found.tobytes()


def main():
    command = sys.argv[1]
    states = int(sys.argv[2]) if len(sys.argv) > 2 else 8192
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    good = True
    print(f"{states} states, one thread, ns a state\n{'robot':18} {'model':5} {'program':>8} {'C++':>8} {'Python':>8} {'of C++':>7}  same bits")
    for name in sys.argv[4:] or gough.catalog():
        for model in ("idm", "ddm"):
            with tempfile.TemporaryDirectory() as folder:
                case = Case(command, name, model, states, folder)
                rows, program, python, ratio = [], [], [], []
                for _ in range(rounds):
                    by_rows, by_program = case.cpp(REPEATS)
                    python.append(case.python())
                    rows.append(by_rows)
                    program.append(by_program)
                    ratio.append(python[-1] / by_rows)
                same, of_cpp = case.same(), statistics.median(ratio)
            good = good and same and of_cpp <= 1.2
            middle = [1e9 * statistics.median(x) / states for x in (program, rows, python)]
            print(f"{name:18} {model:5} {middle[0]:8.1f} {middle[1]:8.1f} {middle[2]:8.1f} {of_cpp:7.2f}  {'yes' if same else 'NO'}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
