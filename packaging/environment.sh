#!/bin/sh
# In the build room: the environment that both packages are made in, from the locks, with the project as a wheel.
#   sh packaging/environment.sh VENV
set -eu
venv=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
export PIP_DISABLE_PIP_VERSION_CHECK=1

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
