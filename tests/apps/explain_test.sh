#!/usr/bin/env bash
# `gough explain`: its matrices give the efforts of `gough idm`, its pages need nothing else, its articles compile, and what it refuses.
#   explain_test.sh GOUGH SOURCE
source "$(dirname "$0")/expect.sh"
source="$2"

# every robot of the catalog by every formulation, moving, with a payload
for file in "$source"/robots/*.toml; do
  robot=$(basename "$file" .toml)
  n=$("$gough" info "$robot" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["mobility"])')
  twist=$(python3 -c "print(','.join(str(0.1 + 0.03 * k) for k in range($n)))")
  acceleration=$(python3 -c "print(','.join(str(0.4 - 0.2 * k) for k in range($n)))")
  motion=(--twist "$twist" --acceleration "$acceleration" --payload 0.5,0.01,0.02,0.03)
  "$gough" idm "$robot" "${motion[@]}" --formulation all --json > efforts.json
  for format in json html tex; do expect 0 "wrote model.$format" explain "$robot" "${motion[@]}" -o "model.$format"; done
  python3 "$source/tests/apps/explain_check.py" model efforts.json || { echo "$robot"; failed=1; }
done

# a page, an article and a text in full
expect 0 '==== Formulation N, natural orthogonal complement ====' explain five_bar
expect 0 'AΓ \+ b|A_N' explain five_bar --formulation E
expect 0 'in the form of leg1; -o FILE' explain delta --formulation P
expect 0 'no element|helical' explain ballscrew_hexapod
expect 0 'w_N' explain ballscrew_hexapod --formulation P
expect 2 'formulation E has no element for .*; use V, P or N' explain ballscrew_hexapod --formulation E
expect 2 'ends in .html, .tex or .json' explain delta -o model.pdf
expect 2 'did you mean' explain dleta
expect 2 'no such file or directory|cannot' explain delta -o none/model.html
expect 1 'status unreachable' explain delta --pose 0,0,-9
expect 2 '--formulation' explain delta --formulation X
expect 0 'A Γ \+ b = 0' explain --help

# texts of the file that pages and articles have their own meaning for
sed 's/^description = .*/description = "a<b>\&_#%$~^{} ∂ ä"/' "$source/robots/five_bar.toml" > odd.toml
motion=(--twist 0.1,0.2 --acceleration 1,2)
"$gough" idm odd.toml "${motion[@]}" --formulation all --json > odd_efforts.json
for format in json html tex; do expect 0 "wrote odd.$format" explain odd.toml "${motion[@]}" -o "odd.$format"; done
python3 "$source/tests/apps/explain_check.py" odd odd_efforts.json || failed=1
if ! grep -q 'a&lt;b&gt;&amp;_#%' odd.html || grep -q 'a<b>' odd.html; then echo "odd.html: a text is not escaped"; failed=1; fi
if ! grep -qF 'a$<$b$>$\&\_\#\%\$\textasciitilde{}' odd.tex; then echo "odd.tex: a text is not escaped"; failed=1; fi

if command -v pdflatex > /dev/null; then
  for robot in five_bar delta gough_stewart quattro tricept_wrist; do
    "$gough" explain "$robot" -o "$robot.tex" > /dev/null
    pdflatex -interaction=nonstopmode -halt-on-error "$robot.tex" > latex.log || { echo "$robot.tex"; grep -A3 '^!' latex.log; failed=1; }
  done
else
  echo "no pdflatex: articles are not compiled"
fi

[ "$failed" -eq 0 ] && echo "all as expected"
exit "$failed"
