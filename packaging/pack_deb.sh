#!/bin/sh
# In the build room: the program's folder becomes a .deb beside its SBOM. Run by build_deb.sh.
#   sh packaging/pack_deb.sh VENV BUNDLE OUT       XZ_LEVEL=1 packs sooner and larger, for a test
set -eu
venv=$1 bundle=$2 out=$3
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
version=${VERSION:-$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$here/../svcconsole/__init__.py")}
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
rm -rf "$out"
tree=$out/tree
lib=$tree/usr/lib/svcconsole share=$tree/usr/share
units=$tree/usr/lib/systemd/system
install -d "$lib" "$tree/usr/bin" "$tree/DEBIAN" "$share/applications" "$share/metainfo" "$share/man/man1" \
    "$share/doc/svcconsole" "$share/icons/hicolor/scalable/apps" "$units"

cp -a "$bundle/." "$lib/"
find "$lib" -type d -exec chmod 755 {} +
find "$lib" -type f -exec chmod 644 {} +
chmod 755 "$lib/svcconsole"
ln -s ../lib/svcconsole/svcconsole "$tree/usr/bin/svcconsole"

fill() { sed -e "s/@VERSION@/$version/g" -e "s/@DATE@/$date/g" "$1"; }
install -m 644 "$here/linux/svcconsole.desktop" "$share/applications/"
fill "$here/linux/svcconsole.metainfo.xml" >"$share/metainfo/example.svcconsole.Console.metainfo.xml"
fill "$here/linux/svcconsole.1.in" | gzip -9n >"$share/man/man1/svcconsole.1.gz"
install -m 644 "$here/linux/svcconsole-worker@.service" "$units/"
install -m 644 "$here/../resources/icons/app.svg" "$share/icons/hicolor/scalable/apps/svcconsole.svg"
for size in 16 24 32 48 64 128 256 512; do
    install -d "$share/icons/hicolor/${size}x$size/apps"
    rsvg-convert -w $size -h $size "$here/../resources/icons/app.svg" \
        -o "$share/icons/hicolor/${size}x$size/apps/svcconsole.png"
done
"$venv/bin/python" "$here/shipped.py" copyright >"$share/doc/svcconsole/copyright"
{
    printf 'svcconsole (%s) unstable; urgency=medium\n\n' "$version"
    awk '/^## /{n++} n==1 && !/^## /' "$here/CHANGELOG.md" | sed -e '/^$/d' -e 's/^- /  * /' -e 's/^  - /    - /'
    printf '\n -- The svcconsole team <team@svcconsole.example>  %s\n' "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$share/doc/svcconsole/changelog.gz"

# What the program's own files link against, by Debian's own reckoning.
mkdir -p "$out/debian"
printf 'Source: svcconsole\nPackage: svcconsole\nArchitecture: amd64\n' >"$out/debian/control"
find "$lib" -type f \( -name '*.so' -o -name '*.so.*' -o -name svcconsole \) >"$out/elf"
private=$(find "$lib" -type f -name '*.so*' -exec dirname {} + | sort -u | sed 's/^/-l/')
# shellcheck disable=SC2086,SC2046  # one argument a word; no path here has a blank
depends=$(cd "$out" && dpkg-shlibdeps -O --ignore-missing-info $private $(cat elf) 2>"$out/shlibdeps.log" |
    sed -n 's/^shlibs:Depends=//p')
size=$(du -ks "$tree/usr" | cut -f1)
fill "$here/linux/control.in" | sed -e "s/@DEPENDS@/$depends/" -e "s/@SIZE@/$size/" >"$tree/DEBIAN/control"
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

desktop-file-validate "$share/applications/svcconsole.desktop"
appstreamcli validate --no-net "$share/metainfo/example.svcconsole.Console.metainfo.xml"
dpkg-deb --root-owner-group -Zxz "-z${XZ_LEVEL:-9}" -Sextreme -b "$tree" "$out/svcconsole_${version}_amd64.deb" >/dev/null
"$venv/bin/python" "$here/shipped.py" sbom "$here/requirements.lock" "$lib" >"$out/svcconsole_${version}_amd64.cdx.json"
"$venv/bin/python" "$here/shipped.py" largest "$lib"
echo "Depends: $depends"
ls -l "$out"/*.deb
