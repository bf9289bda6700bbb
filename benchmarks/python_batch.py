"""10^6 inverse dynamics of gough_stewart from one numpy call, beside the C++ batch on the same machine in the same minute.

    GOUGH_COMMAND=build/bin/gough PYTHONPATH=build/python python3 benchmarks/python_batch.py [states] [rounds]

C++ is `gough bench --model idm --states N`: the compiled program on all cores, arrays ready in memory. Both take turns; the ratio is that of
the best times.
"""

import json
import os
import subprocess
import sys
import time

import numpy

import gough

states = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
robot = gough.load("gough_stewart")
random = numpy.random.default_rng(1)
turn = random.uniform(-0.1, 0.1, (states, 3))
poses = numpy.column_stack([random.uniform(-0.05, 0.05, (states, 2)), random.uniform(0.58, 0.64, states), numpy.sqrt(1 - (turn**2).sum(axis=1)), turn])
V, A = random.uniform(-1, 1, (states, 6)), random.uniform(-5, 5, (states, 6))

w, x, y, z = poses[:, 3:].T
R = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
     2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]
columns = numpy.ascontiguousarray(numpy.vstack([poses[:, :3].T, R, V.T, A.T]))
program, batch = gough.Program(robot, "idm"), gough.Batch(robot, "idm")
out_columns, out_rows = numpy.zeros((6, states)), numpy.zeros((states, 6))


def cpp():
    done = subprocess.run([os.environ["GOUGH_COMMAND"], "bench", "gough_stewart", "--model", "idm", "--states", str(states), "--json"],
                          capture_output=True, text=True, check=True)
    row = json.loads(done.stdout)["rows"][0]
    return (row["compiled_batch_all_cores_us"] or row["batch_all_cores_us"]) * 1e-6 * states


def timed(call):
    best = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


ways = {
    "C++ batch": cpp,
    "Program.batch, columns": lambda: timed(lambda: program.batch(columns, out=out_columns)),
    "Batch, rows": lambda: timed(lambda: batch(poses, V, A, out=out_rows)),
}
best = {name: float("inf") for name in ways}
for _ in range(rounds):
    for name, way in ways.items():
        best[name] = min(best[name], way())
assert numpy.allclose(out_columns.T, out_rows, rtol=1e-9, atol=1e-9)
print(f"{states} inverse dynamics of gough_stewart, {'compiled' if program.compiled else 'interpreted'}, all cores")
print(f"{'':24} {'time (ms)':>10} {'per state (ns)':>15} {'of C++':>8}")
for name, seconds in best.items():
    print(f"{name:24} {1e3 * seconds:10.1f} {1e9 * seconds / states:15.1f} {seconds / best['C++ batch']:8.2f}")
