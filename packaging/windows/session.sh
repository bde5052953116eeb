#!/bin/sh
# What a Windows user does with setup.exe, in Wine: install silently, connect a store, tour, uninstall; run by
# test_windows.sh in an ordinary account.   sh session.sh SETUP.exe
# Each step says "ok: …"; the first that is not ends the session with exit code 1.
set -eu
setup=$1
pictures=$HOME/pictures
mkdir -p "$pictures"
if [ "${2:-}" != inside ]; then
    XDG_RUNTIME_DIR=$(mktemp -d)
    LANG=C.UTF-8 WINEPREFIX=$HOME/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
    export XDG_RUNTIME_DIR LANG WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
    exec xvfb-run -a -s "-screen 0 1440x900x24 -nolisten tcp" dbus-run-session -- sh "$0" "$setup" inside
fi
. "$(dirname "$0")/screen.sh"

openbox >/dev/null 2>&1 &
manager=$!
finish() {
    wineserver -k 2>/dev/null || true
    kill $manager 2>/dev/null || true
}
trap finish EXIT
until_true "the window manager" wmctrl -m
wineboot -i >/dev/null 2>&1
wineserver -w

begin=$(date +%s)
wine "$setup" /S
wineserver -w
program=$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Local/Programs/svcconsole)
[ -f "$program/svcconsolew.exe" ] || fail "the silent installation"
wine reg query 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\svcconsole' /v DisplayVersion |
    grep -q REG_SZ || fail "the entry under installed apps"
ls "$WINEPREFIX"/drive_c/users/*/AppData/Roaming/Microsoft/Windows/Start\ Menu/Programs/svcconsole.lnk >/dev/null ||
    fail "the entry of the Start menu"
ok "installed silently in $(($(date +%s) - begin)) s, $(du -sm "$program" | cut -f1) MB: Start menu, installed apps"

# Windows has these, Wine 10 has not: Unicode conversion, which Qt links against.
sh "$(dirname "$0")/stub.sh" "$program/site-packages/PySide6/Qt6Core.dll" icuuc.dll "$WINEPREFIX/drive_c/windows/system32"

wine "$program/svcconsole.exe" --version >"$HOME/version.out" 2>"$HOME/version.err" || fail "--version: $(cat "$HOME/version.err")"
ok "the console launcher: $(tr -d '\r' <"$HOME/version.out")"

SVCCONSOLE_SANDBOX_TOKEN=$(printf 'test-token-%040d' 7) wine "$program/svcconsole.exe" sandbox --port 47811 \
    --seed demo >"$HOME/store.json" 2>"$HOME/sandbox.err" &
until_true "the practice store answers" grep -q base_url "$HOME/store.json"
address=$(sed 's/.*"base_url": *"\([^"]*\)".*/\1/' "$HOME/store.json")
token=$(sed 's/.*"token": *"\([^"]*\)".*/\1/' "$HOME/store.json")
ok "the practice store by itself: $address"

wine "$program/svcconsolew.exe" >"$HOME/window.out" 2>&1 &
window=$!
connect_store "Wickloom test" "$address" "$token"
wmctrl -c "Wickloom test"
code=0
wait "$window" || code=$?
[ "$code" = 0 ] || fail "closed by the window manager, it ended with $code"
ok "the windowed launcher: a store connected by hand; closed: exit 0"

reads_store() {
    wine "$program/svcconsole.exe" call products/list '{}' --profile "Wickloom test" >"$HOME/call.out" 2>&1 &&
        grep -q '"success": *true' "$HOME/call.out"
}
until_true "the token is read back from the credential store" reads_store
! grep -rq "$token" "$WINEPREFIX"/drive_c/users/*/AppData/Local/svcconsole || fail "the token lies in a file"
ok "its token kept in the Windows credential store, read back by another process"

# Reports are left out: DuckDB loads NumPy, which wants crealf of Windows' C library; Wine 10 has it as a name only.
for part in catalog practice customers helpdesk messaging delivery properties; do
    wine "$program/svcconsole.exe" tour --part $part --patience 6 --out "C:\\tour-$part" \
        >"$HOME/tour.out" 2>"$HOME/tour.err" ||
        fail "the tour's part $part: $(cat "$HOME/tour.err") $(tail -n 1 "$HOME/tour.out")"
    cp -r "$WINEPREFIX/drive_c/tour-$part" "$pictures/"
    ok "the tour's part $part: $(tail -n 1 "$HOME/tour.out" | cut -c1-60)…"
done

wine "$program/uninstall.exe" /S
sleep 3 # the practice store still runs: the uninstaller refuses and takes nothing
[ -f "$program/python.exe" ] || fail "uninstalled under a running program"
wineserver -k
wineserver -w
wine "$program/uninstall.exe" /S
until_true "the program's folder is gone" sh -c '! [ -e "$1" ]' sh "$program"
wineserver -w
! wine reg query 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\svcconsole' >/dev/null 2>&1 ||
    fail "the entry under installed apps is still there"
! ls "$WINEPREFIX"/drive_c/users/*/AppData/Roaming/Microsoft/Windows/Start\ Menu/Programs/svcconsole.lnk >/dev/null 2>&1 ||
    fail "the entry of the Start menu is still there"
ls -d "$WINEPREFIX"/drive_c/users/*/AppData/Local/svcconsole >/dev/null || fail "uninstalling took the workspace"
ok "uninstalled: nothing is left but what the console remembers"
