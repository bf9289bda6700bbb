#!/usr/bin/env bash
# What `gough compile` writes compiles without a warning, needs nothing but sqrt, and gives the library's answers.
#   emitted_test.sh GOUGH STATES FLAGS ROBOT…      no robot: the whole catalog
set -eu
gough="$1"; states="$2"; flags="$3"
shift 3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
[ $# -gt 0 ] || set -- $("$gough" info | awk 'NF && $1 !~ /^-/ && NR > 2 { print $1 }')
warnings="-std=c99 -Wall -Wextra -Wconversion -Wmissing-prototypes -pedantic -Werror"
compilers=$(for c in gcc clang; do command -v "$c" > /dev/null && echo "$c"; done)
[ -n "$compilers" ] || { echo "no C compiler"; exit 1; }

for robot in "$@"; do
  for kind in "double --batch" "float --batch" "double --simd" "float --simd"; do
    "$gough" compile "$robot" --model igm,rates,idm,ddm --precision $kind --states "$states" -o "$robot" > /dev/null
    for compiler in $compilers; do
      "$compiler" $warnings $flags -c "$robot/$robot.c" -o model.o
      "$compiler" $warnings -O0 "$robot/${robot}_selftest.c" model.o -lm -o selftest
      ./selftest > selftest.log || { echo "$robot, $kind, $compiler:"; cat selftest.log; exit 1; }
      needed=$(nm -u model.o | awk '{ print $2 }' | grep -vxE 'sqrtf?|_GLOBAL_OFFSET_TABLE_|__cpu_model' || true)
      [ -z "$needed" ] || { echo "$robot, $kind, $compiler: needs $needed"; exit 1; }
    done
  done
done

# the header serves C++ too, and the self-test notices a number that is wrong
first=delta
"$gough" compile "$first" --model idm --prefix my_ -o changed > /dev/null
echo "#include \"changed/$first.h\"" > header.cpp
g++ -Wall -Wextra -pedantic -Werror -c header.cpp
awk '!done && /\* [0-9.]+;|[0-9]\.[0-9]+ \*/ { done = sub(/[0-9]\.[0-9]+/, "&1e1") } { print }' "changed/$first.c" > wrong.c
cmp -s wrong.c "changed/$first.c" && { echo "nothing was changed"; exit 1; }
gcc -Ichanged wrong.c "changed/${first}_selftest.c" -lm -o wrong
./wrong > wrong.log && { echo "a wrong number went unnoticed"; exit 1; }

# its build file
cmake -S changed -B built > cmake.log && cmake --build built >> cmake.log && ctest --test-dir built >> cmake.log || { cat cmake.log; exit 1; }
echo "emitted C of $# robots is right with" $compilers
