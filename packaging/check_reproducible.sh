#!/bin/sh
# Builds the release of the last commit twice, each time in a new folder of Debian 12 made for it, and compares.
#   sh packaging/check_reproducible.sh [OUT]      OUT/first and OUT/second get all files of the two
# All times inside come from the commit (SOURCE_DATE_EPOCH), so the two must be the same to the byte. Where the .deb
# is not, the files in it that differ are listed. SAME_ROOM=DIR builds both in one room: quicker, proves less.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/machine.sh"
out=${1:-$(mktemp -d)}
mkdir -p "$out"
unset SIGN_KEY SIGN_SETUP # a signature holds the time it was made
for turn in first second; do
    room=${SAME_ROOM:-$MACHINES/$turn}
    BUILD_ROOM=$room sh "$root/packaging/release.sh" "$out/$turn" >"$out/$turn.log" 2>&1 ||
        { tail -n 20 "$out/$turn.log"; exit 1; }
    [ -n "${SAME_ROOM:-}" ] || remove_machine "$room"
done
cat "$out/first/SHA256SUMS"
if cmp -s "$out/first/SHA256SUMS" "$out/second/SHA256SUMS"; then
    echo "ok: two builds are the same files"
    exit 0
fi
diff "$out/first/SHA256SUMS" "$out/second/SHA256SUMS" || true
for turn in first second; do
    dpkg-deb -R "$out/$turn"/*.deb "$out/$turn.tree"
    (cd "$out/$turn.tree" && find . -type f -exec sha256sum {} + | sort -k2) >"$out/$turn.sums"
done
diff "$out/first.sums" "$out/second.sums" || true
echo "the two builds differ" >&2
exit 1
