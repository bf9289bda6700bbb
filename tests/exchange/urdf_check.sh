#!/usr/bin/env bash
# Reads exported URDF by urdfdom's check_urdf: urdf_check.sh FOLDER
command -v check_urdf >/dev/null || { echo "skipped: no check_urdf (liburdfdom-tools)"; exit 77; }
failed=0 count=0
for file in "$1"/*.urdf; do
  said=$(check_urdf "$file" 2>&1) && grep -q "Successfully Parsed XML" <<<"$said" && ! grep -qi "error" <<<"$said" ||
    { echo "$file: $said"; failed=1; }
  count=$((count + 1))
done
echo "check_urdf: $count files"
[ "$count" -gt 20 ] && exit $failed
