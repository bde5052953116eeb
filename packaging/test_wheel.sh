#!/bin/sh
# Proves wheel and sdist: each installed by pip into a fresh environment, then used from another folder.
#   sh packaging/test_wheel.sh WHEEL SDIST
# Needs Python 3.11+ with venv, and the libraries of the window; the versions are the lock's.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
work=$(mktemp -d)
for package in "$1" "$2"; do
    rm -rf "$work/venv" "$work/home"
    mkdir "$work/home"
    ${SVCCONSOLE_PYTHON:-python3} -m venv "$work/venv"
    sed -E 's/ --hash=.*//; s/ *\\$//; /^ *--hash/d' "$root/packaging/requirements.lock" >"$work/versions"
    "$work/venv/bin/pip" install -qq --disable-pip-version-check -c "$work/versions" "$package"
    (
        cd "$work/home"
        export HOME="$work/home" QT_QPA_PLATFORM=offscreen PATH="$work/venv/bin:$PATH"
        unset PYTHONPATH SVCCONSOLE_CONFIG_DIR SVCCONSOLE_DATA_DIR
        svcconsole --version
        svcconsole tour --patience 5 --out "$work/tour" >"$work/tour.out" 2>"$work/tour.err" ||
            { cat "$work/tour.err"; tail -n 1 "$work/tour.out"; exit 1; }
        tail -n 1 "$work/tour.out" | cut -c1-60
        python -c 'from svcconsole.gui.runtime.version import build; assert build() is not None, "no build is named"'
    )
    echo "ok: $(basename "$package") installs by pip, its tour passes, it names its build"
done
rm -rf "$work"
