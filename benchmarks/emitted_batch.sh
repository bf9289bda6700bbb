#!/usr/bin/env bash
# What `gough compile --batch` writes, built by its own CMake file: one state at a time against batches, on one core.
#   emitted_batch.sh GOUGH [ROBOT [double|float [RUNS]]]      CC names the compiler
set -eu
gough=$(realpath "$1"); robot="${2:-gough_stewart}"; precision="${3:-double}"; runs="${4:-5}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$gough" compile "$robot" --batch --precision "$precision" --states 256 -o models > /dev/null
cat > models/race.c <<C
#define main selftest
#include "${robot}_selftest.c"
#undef main
#include <stdlib.h>
#include <time.h>

enum { MANY = 4096, STRIDE = MANY + 64 / sizeof(real), NI = sizeof ${robot}_idm_P_in[0] / sizeof(real) };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

int main(void)
{
    real *in = malloc(sizeof *in * NI * STRIDE), *out = malloc(sizeof *out * OUTPUTS * STRIDE), one[OUTPUTS];
    volatile real sink;
    double single = 1e9, batch = 1e9;
    if (!in || !out || selftest()) return 1;
    for (int i = 0; i < NI; ++i)
        for (int s = 0; s < STRIDE; ++s) in[i * STRIDE + s] = ${robot}_idm_P_in[s % STATES][i];
    for (int round = 0; round < 200; ++round) {
        const double start = now();
        for (int s = 0; s < MANY; ++s) {
            ${robot}_idm_P(${robot}_idm_P_in[s % STATES], one);
            sink = one[0];
        }
        const double middle = now();
        ${robot}_idm_P_batch(MANY, STRIDE, in, out, NULL);
        const double end = now();
        if ((middle - start) / MANY < single) single = (middle - start) / MANY;
        if ((end - middle) / MANY < batch) batch = (end - middle) / MANY;
    }
    (void)sink;
    printf("%.4f us one by one, %.4f us in batches: %.2f times as fast\n", single, batch, single / batch);
    return 0;
}
C
cat >> models/CMakeLists.txt <<C
add_executable(race race.c)
set_target_properties(race PROPERTIES C_EXTENSIONS ON)
target_link_libraries(race PRIVATE ${robot}_models)
C
cmake -S models -B built > built.log 2>&1 && cmake --build built >> built.log 2>&1 || { cat built.log; exit 1; }
built/race > selftest.log || { cat selftest.log; exit 1; }
for _ in $(seq "$runs"); do built/race | tail -1; done
