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

qt="libgl1 libegl1 libxkbcommon0 libfontconfig1 libdbus-1-3 libglib2.0-0 libxcb-cursor0 libxcb-icccm4
    libxcb-keysyms1 libxcb-image0 libxcb-render-util0 libxcb-randr0 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0
    libwayland-client0 libwayland-cursor0 libwayland-egl1"
room=${BUILD_ROOM:-$MACHINES/build}
if [ ! -x "$room/usr/bin/dpkg-shlibdeps" ]; then
    MACHINES=$(dirname "$room")
    fresh_machine bookworm "$(basename "$room")"
    # shellcheck disable=SC2086  # one package a word
    install_packages "$room" ca-certificates python3 python3-venv libpython3.11 binutils dpkg-dev \
        desktop-file-utils appstream librsvg2-bin $qt
fi

epoch=$(git -C "$root" log -1 --format=%ct)
commit=$(git -C "$root" rev-parse --short=8 HEAD)
rm -rf "$room/build/source"
mkdir -p "$room/build/source"
git -C "$root" archive HEAD | tar -x -C "$room/build/source"
printf '%s %s\n' "$commit" "$(date -u -d "@$epoch" +%Y-%m-%d)" >"$room/build/source/resources/build.txt"

inside "$room" root "set -eu; export SOURCE_DATE_EPOCH=$epoch VERSION=${VERSION:-}; cd /build
    nice -n 5 sh source/packaging/bundle.sh /build/venv /build/out
    sh source/packaging/pack_deb.sh /build/venv /build/out/svcconsole /build/deb"
cp "$room"/build/deb/svcconsole_*.deb "$room"/build/deb/*.cdx.json "$out/"
[ -n "${BUILD_ROOM:-}" ] || remove_machine "$room"
