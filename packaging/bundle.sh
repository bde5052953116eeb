#!/bin/sh
# In the build room: the environment from the locks, the project as a wheel, PyInstaller. Run by build_deb.sh.
#   sh packaging/bundle.sh VENV OUT     OUT/svcconsole is the program's folder
# PYTHONHASHSEED and SOURCE_DATE_EPOCH make two builds of one commit the same.
set -eu
venv=$1 out=$2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
export PYTHONHASHSEED=1 PIP_DISABLE_PIP_VERSION_CHECK=1
: "${SOURCE_DATE_EPOCH:?the time of the commit}"

stamp=$(cat "$here/requirements.lock" "$here/build.lock" | sha256sum)
if [ "$(cat "$venv/locks" 2>/dev/null)" != "$stamp" ]; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q --require-hashes -r "$here/requirements.lock"
    "$venv/bin/pip" install -q --require-hashes -r "$here/build.lock"
    echo "$stamp" >"$venv/locks"
fi
"$venv/bin/python" "$here/shipped.py" licences "$here/../resources/licences"
"$venv/bin/pip" install -q --force-reinstall --no-deps --no-build-isolation --no-compile "$here/.."
rm -rf "$out/svcconsole" "$out/work"
"$venv/bin/python" -m PyInstaller --log-level WARN --noconfirm --clean \
    --distpath "$out" --workpath "$out/work" "$here/svcconsole.spec"
