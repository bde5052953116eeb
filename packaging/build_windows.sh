#!/bin/sh
# The Windows setup.exe, from the last commit, built on Linux in a Debian 12 folder.
#   sh packaging/build_windows.sh [OUT]       OUT (dist/) gets svcconsole-VERSION-setup.exe and its SBOM
# Needs root, debootstrap and git. BUILD_ROOM=DIR keeps and reuses the room. A release sets PYTHON_ZIP to the newest
# embeddable 3.13 of python.org, its checksum compared with the one told there; without it a pinned repack is taken.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
mkdir -p "${1:-$root/dist}"
out=$(CDPATH='' cd -- "${1:-$root/dist}" && pwd)
. "$root/packaging/machine.sh"
. "$root/packaging/build_room.sh"
python=
if [ -n "${PYTHON_ZIP:-}" ]; then
    cp "$PYTHON_ZIP" "$room/build/python.zip"
    python=/build/python.zip
fi
inside "$room" root "set -eu; export SOURCE_DATE_EPOCH=$epoch VERSION=${VERSION:-} QUICK=${QUICK:-}; cd /build
    sh source/packaging/environment.sh /build/venv
    sh source/packaging/pack_windows.sh /build/venv /build/windows $python"
cp "$room"/build/windows/*-setup.exe "$room"/build/windows/*.cdx.json "$out/"
leave_room
