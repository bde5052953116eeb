#!/bin/sh
# Proves the .deb in clean systems: install, use by an ordinary user in a real window, upgrade, close, purge.
#   sh packaging/test_deb.sh FILE.deb [bookworm|trixie]...       both when none is named
# Needs root, debootstrap and dpkg-deb. FRESH_BASE=DIR keeps and reuses the bare systems. PREVIOUS=OLD.deb is what
# is upgraded from; without it the package itself, repacked with a version before its own. PICTURES=DIR keeps the
# pictures of the screens.
set -eu
deb=$(readlink -f "$1")
shift
[ $# -gt 0 ] || set -- bookworm trixie
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/machine.sh"
work=$(mktemp -d)

previous=${PREVIOUS:-}
if [ -z "$previous" ]; then
    dpkg-deb -R "$deb" "$work/older"
    sed -i 's/^Version: .*/&~before/' "$work/older/DEBIAN/control"
    previous=$work/older.deb
    dpkg-deb --root-owner-group -Znone -b "$work/older" "$previous" >/dev/null
fi

on_disk() { # what lies outside home folders and outside what apt and logs keep for themselves
    inside "$1" root "find / -xdev \( -path /home -o -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp \
        -o -path /root -o -path /var/log -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg \
        -o -path /var/tmp \) -prune -o -print" | sort
}

bytes=$(stat -c %s "$deb")
installed=$(dpkg-deb -f "$deb" Installed-Size)
echo "to download $((bytes / 1000000)) MB (limit 110), installed $((installed / 1024)) MB (limit 320)"
[ "$bytes" -le 110000000 ] && [ "$installed" -le $((320 * 1024)) ] || { echo "too large" >&2; exit 1; }

for dist in "$@"; do
    fresh_machine "$dist" "deb-$dist"
    machine=$MACHINES/deb-$dist
    inside "$machine" root "useradd -m -s /bin/sh someone"
    mkdir "$machine/packages"
    cp "$previous" "$machine/packages/before.deb"
    cp "$deb" "$machine/packages/now.deb"
    cp "$root/resources/samples/products.csv" "$root/packaging/linux/session.sh" "$root/packaging/screen.sh" \
        "$machine/home/someone/"
    inside "$machine" root "chown -R someone: /home/someone"

    start=$(date +%s)
    install_packages "$machine" /packages/before.deb
    echo "$dist: installed with all it needs in $(($(date +%s) - start)) s"
    inside "$machine" someone "QT_QPA_PLATFORM=offscreen svcconsole --version"
    # The screen, its manager and the keyring are the desktop's: installed after the package proved to need no more.
    install_packages "$machine" xvfb xauth openbox wmctrl xdotool imagemagick dbus dbus-bin gnome-keyring \
        xdg-utils libglib2.0-bin desktop-file-utils man-db fonts-noto-core
    inside "$machine" root "apt-get purge -y -qq svcconsole >/dev/null 2>&1"
    on_disk "$machine" >"$work/$dist.before"
    install_packages "$machine" /packages/before.deb

    kept() { (cd "$machine/home/someone" && find .config/svcconsole .local/share/svcconsole -type f ! -name '*.log' \
        ! -name '*-wal' ! -name '*-shm' -exec sha256sum {} + | sort -k2); }
    session() {
        inside_alone "$machine" someone "sh session.sh $1" || {
            mkdir -p "${PICTURES:-$work}" && cp -r "$machine/home/someone/pictures" "${PICTURES:-$work}/$dist"
            echo "not working: $dist, $1 session; the machine is left in $machine, its pictures in ${PICTURES:-$work}" >&2
            exit 1
        }
    }
    session first
    kept >"$work/$dist.workspace"
    install_packages "$machine" /packages/now.deb
    inside "$machine" root "dpkg-query -W svcconsole"
    dpkg-deb -I "$deb" md5sums | cmp - "$machine/var/lib/dpkg/info/svcconsole.md5sums" ||
        { echo "$dist: what is installed is not the new package" >&2; exit 1; }
    kept | cmp - "$work/$dist.workspace" || { echo "$dist: the upgrade touched the workspace" >&2; exit 1; }
    echo "ok: the upgrade left the $(wc -l <"$work/$dist.workspace") files of the workspace as they were"
    session again
    [ -z "${PICTURES:-}" ] || { rm -rf "$PICTURES/$dist" && mkdir -p "$PICTURES" && cp -r "$machine/home/someone/pictures" "$PICTURES/$dist"; }

    inside "$machine" root "apt-get purge -y -qq svcconsole >/dev/null 2>&1"
    on_disk "$machine" | diff "$work/$dist.before" - || { echo "$dist: purge left the above" >&2; exit 1; }
    [ -d "$machine/home/someone/.local/share/svcconsole" ] || { echo "$dist: purge took the workspace" >&2; exit 1; }
    echo "ok: purge leaves nothing outside home folders, and the workspace in them"
    remove_machine "$machine"
    echo "$dist: works"
done
rm -rf "$work"
