#!/bin/sh
# NOT RUN YET: svcconsole.app and a signed, notarised dmg, on a macOS runner with Python 3.11+ and Xcode's tools.
#   DEVELOPER_ID="Developer ID Application: …" NOTARY_PROFILE=… LICENCES=FOLDER sh packaging/macos/build_macos.sh [OUT]
# LICENCES: the folder _resources/licences of this commit's .deb, with the texts that no wheel carries.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
out=${1:-$root/dist}
work=$(mktemp -d)
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH PYTHONHASHSEED=1
git -C "$root" archive HEAD | tar -x -C "$work"
printf '%s %s\n' "$(git -C "$root" rev-parse --short=8 HEAD)" "$(date -u -r "$SOURCE_DATE_EPOCH" +%Y-%m-%d)" \
    >"$work/resources/build.txt"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --require-hashes -r "$work/packaging/requirements.lock"
"$work/venv/bin/pip" install -q --require-hashes -r "$work/packaging/build.lock"
cp -R "$LICENCES" "$work/resources/licences"
"$work/venv/bin/pip" install -q --no-deps --no-build-isolation "$work"

mkdir "$work/svcconsole.iconset"
for size in 16 32 128 256 512; do
    qlmanage -t -s $size -o "$work" "$work/resources/icons/app.svg" >/dev/null
    mv "$work/app.svg.png" "$work/svcconsole.iconset/icon_${size}x$size.png"
done
iconutil -c icns -o "$work/packaging/macos/svcconsole.icns" "$work/svcconsole.iconset"
"$work/venv/bin/python" -m PyInstaller --noconfirm --distpath "$work/out" "$work/packaging/svcconsole.spec"

app=$work/out/svcconsole.app
codesign --force --deep --options runtime --timestamp --sign "$DEVELOPER_ID" "$app"
mkdir -p "$out"
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$work/svcconsole/__init__.py")
image=$out/svcconsole-$version.dmg
hdiutil create -volname svcconsole -srcfolder "$app" -format UDZO -ov "$image"
codesign --timestamp --sign "$DEVELOPER_ID" "$image"
xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
xcrun stapler staple "$image"
QT_QPA_PLATFORM=offscreen "$app/Contents/MacOS/svcconsole" tour --out "$work/tour"
rm -rf "$work"
