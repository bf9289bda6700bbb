# What the tests of the command share; sourced, with the command as $1. Goes to a scratch folder of its own.
set -u
gough="$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failed=0

# expect CODE PATTERN ARGS…: exit code, and a line of the output (both streams) that matches
expect() {
  local code="$1" pattern="$2" out
  shift 2
  out=$("$gough" "$@" 2>&1)
  local got=$?
  if [ "$got" -ne "$code" ]; then echo "gough $*: exit code $got, expected $code"; echo "$out" | head -5; failed=1; fi
  if ! grep -qE -- "$pattern" <<< "$out"; then echo "gough $*: no line matches /$pattern/"; echo "$out" | head -12; failed=1; fi
}
