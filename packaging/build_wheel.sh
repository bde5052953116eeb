#!/bin/sh
# Wheel and sdist, from the last commit, with its build in the resources.
#   sh packaging/build_wheel.sh [OUT]      OUT (dist/) gets svcconsole-VERSION-py3-none-any.whl and .tar.gz
# Uses the developer's environment (.venv, made by dev.sh), which holds the build backend from the lock.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
mkdir -p "${1:-$root/dist}"
out=$(CDPATH='' cd -- "${1:-$root/dist}" && pwd)
python=${SVCCONSOLE_PYTHON:-$root/.venv/bin/python}
source=$(mktemp -d)
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
git -C "$root" archive HEAD | tar -x -C "$source"
printf '%s %s\n' "$(git -C "$root" rev-parse --short=8 HEAD)" "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)" \
    >"$source/resources/build.txt"
(cd "$source" && "$python" -m hatchling build -d "$out")
rm -rf "$source"
