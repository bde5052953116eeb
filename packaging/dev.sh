#!/bin/sh
# From a bare machine to a running program: finds or installs Python 3.11+, then hands over to dev.py.
#   sh packaging/dev.sh run | show | pictures | test | bench | deep
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

find_python() {
    for name in "${SVCCONSOLE_PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 || continue
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

if ! python=$(find_python); then
    install="apt-get install -y --no-install-recommends python3-venv ca-certificates"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Python 3.11 or newer is needed and was not found. Install it, then run this command again:" >&2
        if [ "$(uname)" = Darwin ]; then echo "    brew install python@3.13" >&2
        elif command -v dnf >/dev/null 2>&1; then echo "    sudo dnf install python3" >&2
        elif command -v pacman >/dev/null 2>&1; then echo "    sudo pacman -S python" >&2
        elif command -v zypper >/dev/null 2>&1; then echo "    sudo zypper install python313" >&2
        fi
        exit 2
    fi
    if [ "$(id -u)" = 0 ]; then as_root=""
    elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then as_root="sudo"
    else
        echo "Python 3.11 or newer is needed, and this account may not install it. Someone who may runs:" >&2
        echo "    sudo apt-get update && sudo $install" >&2
        exit 2
    fi
    echo "Installing Python" >&2
    $as_root apt-get update -qq
    # shellcheck disable=SC2086  # the words of the line are the arguments
    $as_root env DEBIAN_FRONTEND=noninteractive $install -qq >/dev/null
    python=$(find_python) || {
        echo "This system's own Python is older than 3.11. Install a newer one and set SVCCONSOLE_PYTHON to it." >&2
        exit 2
    }
fi
exec "$python" "$here/dev.py" "$@"
