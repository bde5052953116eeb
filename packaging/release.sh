#!/bin/sh
# Everything of a release, from the last commit: wheel, sdist, .deb, setup.exe, their SBOMs, checksums.
#   sh packaging/release.sh [OUT]      OUT (dist/) is emptied first
# Needs root, debootstrap and git. BUILD_ROOM and PYTHON_ZIP as in build_deb.sh and build_windows.sh.
# SIGN_SETUP='osslsigncode sign -certs FILE -key FILE -h sha256 -ts URL' signs setup.exe with it, before the checksums;
# SIGN_KEY=ID signs SHA256SUMS with that GPG key. Proved afterwards by test_wheel.sh, test_deb.sh, test_windows.sh.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
out=${1:-$root/dist}
rm -rf "$out"
mkdir -p "$out"
out=$(CDPATH='' cd -- "$out" && pwd)
sh "$root/packaging/build_wheel.sh" "$out"
sh "$root/packaging/build_deb.sh" "$out"
sh "$root/packaging/build_windows.sh" "$out"
if [ -n "${SIGN_SETUP:-}" ]; then
    setup=$(echo "$out"/*-setup.exe)
    $SIGN_SETUP -n svcconsole -in "$setup" -out "$out/signed"
    mv "$out/signed" "$setup"
fi
(cd "$out" && sha256sum svcconsole* >SHA256SUMS)
[ -z "${SIGN_KEY:-}" ] || gpg --batch --yes --local-user "$SIGN_KEY" --armor --detach-sign "$out/SHA256SUMS"
ls -l "$out"
