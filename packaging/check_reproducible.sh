#!/bin/sh
# Builds the .deb of the last commit twice, each time in a new folder of Debian 12 made for it, and compares.
#   sh packaging/check_reproducible.sh [OUT]      OUT gets the two packages, first.deb and second.deb
# All times inside come from the commit (SOURCE_DATE_EPOCH), so the two must be the same to the byte. Where they are
# not, the files that differ are listed. SAME_ROOM=DIR builds both in one existing room: quicker, proves less.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
out=$(mktemp -d)
keep=${1:-$out}
mkdir -p "$keep"
for turn in first second; do
    BUILD_ROOM=${SAME_ROOM:-} sh "$root/packaging/build_deb.sh" "$out/$turn" >"$out/$turn.log" 2>&1 ||
        { tail -n 20 "$out/$turn.log"; exit 1; }
    cp "$out/$turn"/*.deb "$keep/$turn.deb"
    sha256sum "$keep/$turn.deb"
done
if cmp -s "$keep/first.deb" "$keep/second.deb"; then
    echo "ok: two builds are the same file"
    exit 0
fi
for turn in first second; do
    dpkg-deb -R "$keep/$turn.deb" "$out/$turn.tree"
    (cd "$out/$turn.tree" && find . -type f -exec sha256sum {} + | sort -k2) >"$out/$turn.sums"
done
if diff "$out/first.sums" "$out/second.sums"; then
    echo "ok: two builds differ in timestamps only"
else
    echo "two builds differ in the files above" >&2
    exit 1
fi
