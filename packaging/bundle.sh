#!/bin/sh
# In the build room: PyInstaller makes the program's folder. Run by build_deb.sh.
#   sh packaging/bundle.sh VENV OUT     OUT/svcconsole is the program's folder
# PYTHONHASHSEED and SOURCE_DATE_EPOCH make two builds of one commit the same.
set -eu
venv=$1 out=$2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
export PYTHONHASHSEED=1
export PYTHONNODEBUGRANGES=1 # without the columns that tracebacks underline: 3 MB less in every window's memory
: "${SOURCE_DATE_EPOCH:?the time of the commit}"

sh "$here/environment.sh" "$venv"
rm -rf "$out/svcconsole" "$out/work"
mkdir -p "$out"
"$venv/bin/python" -m PyInstaller --log-level WARN --noconfirm --clean \
    --distpath "$out" --workpath "$out/work" "$here/svcconsole.spec" 2>"$out/warnings" || { cat "$out/warnings"; exit 1; }
# What hooks wish for and the spec leaves out is no news; a library that is not found would be missed by somebody.
grep 'could not resolve' "$out/warnings" | grep -v 'libqgtk3' || true
# What debuggers read: a twentieth of the program's size. NumPy's own libraries were patched after they were linked,
# and are left as they are.
find "$out/svcconsole/_internal" -name '*.cpython-*.so' ! -path '*/numpy/*' -exec strip --strip-debug {} +
