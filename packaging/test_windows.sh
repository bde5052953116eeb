#!/bin/sh
# Proves setup.exe in Wine 10, in a clean Debian 13: silent install, both launchers, a credential kept and read
# back, the tour, uninstall. No substitute for a Windows computer; a regression test of the installer.
#   sh packaging/test_windows.sh SETUP.exe
# Needs root and debootstrap. FRESH_BASE=DIR keeps and reuses the bare system; PICTURES=DIR keeps the pictures.
set -eu
setup=$(readlink -f "$1")
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/machine.sh"
echo "to download $(($(stat -c %s "$setup") / 1000000)) MB (limit 110)"
fresh_machine trixie windows
machine=$MACHINES/windows
install_packages "$machine" wine64 wine xvfb xauth openbox wmctrl xdotool imagemagick dbus fonts-noto-core \
    gcc-mingw-w64-x86-64-win32
inside "$machine" root "useradd -m -s /bin/sh someone"
cp "$setup" "$machine/home/someone/setup.exe"
cp "$root/packaging/windows/session.sh" "$root/packaging/windows/stub.sh" "$root/packaging/screen.sh" "$machine/home/someone/"
inside "$machine" root "chown -R someone: /home/someone"
code=0
inside_alone "$machine" someone "sh session.sh /home/someone/setup.exe" || code=$?
[ -z "${PICTURES:-}" ] || { rm -rf "$PICTURES/windows" && mkdir -p "$PICTURES" && cp -r "$machine/home/someone/pictures" "$PICTURES/windows"; }
[ "$code" = 0 ] || { echo "not working; the machine is left in $machine" >&2; exit 1; }
remove_machine "$machine"
echo "Wine: works"
