"""10^6 inverse dynamics of gough_stewart from one numpy call, beside the C++ batch on the same states in the same minute.

    PYTHONPATH=build/python python3 benchmarks/python_batch.py build/benchmarks/gough_batch_of_file [states] [rounds]

All take turns; the ratios are those of the best times. Processor time, of all cores together, tells more where the machine is shared.
Exit code 1 where the numbers differ in a single bit or a Program takes more than 1.2 times the processor time of C++.
"""

import os
import subprocess
import sys
import tempfile
import time

import numpy

import gough

command = sys.argv[1]
states = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
repeats = 5
robot = gough.load("gough_stewart")
random = numpy.random.default_rng(1)
turn = random.uniform(-0.1, 0.1, (states, 3))
poses = numpy.column_stack(
    [random.uniform(-0.05, 0.05, (states, 2)), random.uniform(0.58, 0.64, states), numpy.sqrt(1 - (turn**2).sum(axis=1)), turn]
)
V, A = random.uniform(-1, 1, (states, 6)), random.uniform(-5, 5, (states, 6))

# The program's inputs: x, y, z, the rotation matrix row by row, twist, acceleration; one row for each, one column for each state.
w, x, y, z = poses[:, 3:].T
R = [
    *(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
    *(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
    *(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
]
columns = numpy.ascontiguousarray(numpy.vstack([poses[:, :3].T, R, V.T, A.T]))
program, batch = gough.Program(robot, "idm"), gough.Batch(robot, "idm")
by_columns, by_rows, by_cpp = numpy.zeros((6, states)), numpy.zeros((states, 6)), numpy.zeros((6, states))


def cpp(folder):
    """Wall and processor time of a C++ program that reads the same inputs; its outputs go to by_cpp."""
    inputs, outputs = os.path.join(folder, "in"), os.path.join(folder, "out")
    columns.tofile(inputs)
    done = subprocess.run([command, "gough_stewart", inputs, outputs, str(states), str(repeats)], capture_output=True, text=True, check=True)
    by_cpp[:] = numpy.fromfile(outputs).reshape(6, states)
    return [float(word) for word in done.stdout.split()]


def timed(call):
    wall, processor = [], []
    for _ in range(repeats):
        start, clock = time.perf_counter(), time.process_time()
        call()
        wall.append(time.perf_counter() - start)
        processor.append(time.process_time() - clock)
    return min(wall), min(processor)


best = {}
with tempfile.TemporaryDirectory() as folder:
    for _ in range(rounds):
        for name, found in (
            ("C++ batch", cpp(folder)),
            ("Program.batch, columns", timed(lambda: program.batch(columns, out=by_columns))),
            ("Batch, rows", timed(lambda: batch(poses, V, A, out=by_rows))),
        ):
            best[name] = [min(pair) for pair in zip(best.get(name, found), found)]

same = by_columns.tobytes() == by_cpp.tobytes()
assert numpy.allclose(by_rows, by_columns.T, rtol=1e-9, atol=1e-9)  # the rotation matrix is rounded elsewhere
print(f"{states} inverse dynamics of gough_stewart, {'machine code' if program.machine_code else 'interpreted'}, all cores")
print(f"columns are those of C++ bit for bit: {'yes' if same else 'NO'}")
print(f"{'':24} {'wall (ms)':>10} {'of C++':>7} {'processor (ms)':>15} {'of C++':>7}")
for name, (wall, processor) in best.items():
    base = best["C++ batch"]
    print(f"{name:24} {1e3 * wall:10.1f} {wall / base[0]:7.2f} {1e3 * processor:15.1f} {processor / base[1]:7.2f}")
sys.exit(0 if same and best["Program.batch, columns"][1] <= 1.2 * best["C++ batch"][1] else 1)
