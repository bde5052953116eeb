#!/bin/sh
# The .deb, from the last commit, in a Debian 12 folder: the oldest system it serves.
#   sh packaging/build_deb.sh [OUT]       OUT (dist/) gets svcconsole_VERSION_amd64.deb and its SBOM
# Needs root, debootstrap and git. BUILD_ROOM=DIR keeps and reuses the room; VERSION=… overrules the program's own
# (for the test of an upgrade). Two builds of one commit are the same file: check_reproducible.sh.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
mkdir -p "${1:-$root/dist}"
out=$(CDPATH='' cd -- "${1:-$root/dist}" && pwd)
. "$root/packaging/machine.sh"

. "$root/packaging/build_room.sh"

inside "$room" root "set -eu; export SOURCE_DATE_EPOCH=$epoch VERSION=${VERSION:-} XZ_LEVEL=${XZ_LEVEL:-9}; cd /build
    sh source/packaging/bundle.sh /build/venv /build/out
    sh source/packaging/pack_deb.sh /build/venv /build/out/svcconsole /build/deb"
cp "$room"/build/deb/svcconsole_*.deb "$room"/build/deb/*.cdx.json "$out/"
leave_room
