# The Debian 12 folder that packages are built in, with the last commit in /build/source; sourced after machine.sh.
# BUILD_ROOM=DIR keeps and reuses it. Sets `room` and `epoch`, the time of the commit.
qt="libgl1 libegl1 libxkbcommon0 libfontconfig1 libdbus-1-3 libglib2.0-0 libxcb-cursor0 libxcb-icccm4
    libxcb-keysyms1 libxcb-image0 libxcb-render-util0 libxcb-randr0 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0
    libwayland-client0 libwayland-cursor0 libwayland-egl1"
room=${BUILD_ROOM:-$MACHINES/build}
if [ ! -x "$room/usr/bin/makensis" ]; then
    MACHINES=$(dirname "$room")
    [ -d "$room" ] || fresh_machine bookworm "$(basename "$room")"
    # shellcheck disable=SC2086  # one package a word
    install_packages "$room" ca-certificates python3 python3-venv libpython3.11 binutils dpkg-dev \
        desktop-file-utils appstream librsvg2-bin icoutils nsis $qt
fi
epoch=$(git -C "$root" log -1 --format=%ct)
commit=$(git -C "$root" rev-parse --short=8 HEAD)
rm -rf "$room/build/source"
mkdir -p "$room/build/source"
git -C "$root" archive HEAD | tar -x -C "$room/build/source"
printf '%s %s\n' "$commit" "$(date -u -d "@$epoch" +%Y-%m-%d)" >"$room/build/source/resources/build.txt"

leave_room() { [ -n "${BUILD_ROOM:-}" ] || remove_machine "$room"; }
