#!/bin/sh
# What an ordinary user does with the installed program on a screen with a window manager and an unlocked keyring;
# run by test_deb.sh, in that user's account.   sh session.sh first|again
#   first: a store is connected by hand, its token kept; a file is imported; a file is opened with it
#   again: after the upgrade the store, its token and its workspace are there; then the tour
# Each step says "ok: …"; the first that is not ends the session with exit code 1.
set -eu
phase=$1
pictures=$HOME/pictures
mkdir -p "$pictures"
store=$HOME/store.json

if [ "${2:-}" != inside ]; then
    XDG_RUNTIME_DIR=$(mktemp -d)
    LANG=C.UTF-8
    export XDG_RUNTIME_DIR LANG
    exec xvfb-run -a -s "-screen 0 1440x900x24 -nolisten tcp" dbus-run-session -- sh "$0" "$phase" inside
fi

. "$(dirname "$0")/screen.sh"

close_window() { # close_window TITLE PID: as the close button does; the program ends by itself with 0
    wmctrl -c "$1"
    code=0
    wait "$2" || code=$?
    [ "$code" = 0 ] || fail "closed by the window manager, it ended with $code"
}
reads_store() {
    svcconsole call products/list '{}' --profile "Wickloom test" >"$HOME/call.out" 2>&1 &&
        grep -q '"success": *true' "$HOME/call.out"
}

unset QT_QPA_PLATFORM PYTHON_KEYRING_BACKEND SVCCONSOLE_CONFIG_DIR SVCCONSOLE_DATA_DIR
printf '\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
keyring=$(for each in /proc/[0-9]*; do
    if grep -qz "^XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR$" "$each/environ" 2>/dev/null &&
        grep -q '^gnome-keyring' "$each/comm" 2>/dev/null; then echo "${each#/proc/}"; fi
done)
openbox >/dev/null 2>&1 &
manager=$!
sandbox=
finish() {
    # shellcheck disable=SC2086  # one process a word
    kill $manager $keyring $sandbox 2>/dev/null || true
}
trap finish EXIT
until_true "the window manager" wmctrl -m

# A practice store by itself stands for the shop's own: same address and token in both phases.
SVCCONSOLE_SANDBOX_TOKEN=$(printf 'test-token-%040d' 7) svcconsole sandbox --port 47811 --data "$HOME/shop" \
    --seed demo >"$store" 2>"$HOME/sandbox.err" &
sandbox=$!
until_true "the practice store answers" grep -q base_url "$store"
address=$(sed 's/.*"base_url": *"\([^"]*\)".*/\1/' "$store")
token=$(sed 's/.*"token": *"\([^"]*\)".*/\1/' "$store")

if [ "$phase" = first ]; then
    svcconsole &
    window=$!
    connect_store "Wickloom test" "$address" "$token"
    close_window "Wickloom test" "$window"
    ok "a store connected in the window; closed by the window manager: exit 0"
    ! grep -rq "$token" "$HOME/.config/svcconsole" "$HOME/.local/share/svcconsole" ||
        fail "the token lies in a file"
    until_true "the token is read back from the keyring" reads_store
    ok "its token kept in the keyring, read back by another process, in no file of svcconsole"

    code=0 # 3: some rows of the sample are wrong on purpose and are not sent
    svcconsole import products "$HOME/products.csv" --profile "Wickloom test" --set currency=INR \
        --set 'url=https://shop.example/products/{Handle}' --rule quantity_negative=zero --yes \
        >"$HOME/import.out" 2>"$HOME/import.err" || code=$?
    [ "$code" = 3 ] && grep -q '"refused": 0, "not_sent": 3, "needs_decision": 0' "$HOME/import.out" ||
        fail "the import ended with $code: $(cat "$HOME/import.out" "$HOME/import.err")"
    ok "a file imported: $(tail -n 1 "$HOME/import.out" | cut -c1-100)"

    [ "$(xdg-mime query default text/csv)" = svcconsole.desktop ] || fail "no menu opens a CSV file with svcconsole"
    cp "$HOME/products.csv" "$HOME/opened-with.csv"
    gio launch /usr/share/applications/svcconsole.desktop "$HOME/opened-with.csv" &
    until_true "the window of a file opened with it" has_window "Wickloom test"
    until_true "the import of that file" grep -raq opened-with.csv "$HOME/.local/share/svcconsole/stores"
    until_true "it comes to rest" settled
    import -window root "$pictures/open-with.png"
    wmctrl -c "Wickloom test"
    until_true "it closes" has_no_window "Wickloom test"
    ok "a CSV file opened from the file manager's menu: its import stands ready"
else
    until_true "the token is read back after the upgrade" reads_store
    ok "the token is read from the keyring after the upgrade"
    svcconsole &
    window=$!
    until_true "the store's window" has_window "Wickloom test"
    until_true "it comes to rest" settled
    import -window root "$pictures/upgraded.png"
    close_window "Wickloom test" "$window"
    ok "the upgraded program opens the store it knew, and closes with 0"
    svcconsole tour --patience 5 --out "$pictures/tour" >"$HOME/tour.out" 2>"$HOME/tour.err" ||
        fail "the tour: $(cat "$HOME/tour.err") $(tail -n 1 "$HOME/tour.out")"
    grep -q '"failed": \[\]' "$HOME/tour.out" || fail "the tour: $(tail -n 1 "$HOME/tour.out")"
    ok "the tour in a real window: $(tail -n 1 "$HOME/tour.out" | cut -c1-60)…"

    SVCCONSOLE_WORKSPACE=postgresql://nobody@127.0.0.1:1/none svcconsole import products "$HOME/products.csv" \
        --profile "Wickloom test" --yes >"$HOME/shared.out" 2>&1 || true
    grep -q "shared workspace 127.0.0.1/none was not reached" "$HOME/shared.out" ||
        fail "a shared workspace that is not there: $(cat "$HOME/shared.out")"
    ok "what speaks to a shared workspace is in the package"

    kill "$sandbox"
    wait "$sandbox" || true
    for step in snapshot restore; do
        svcconsole sandbox $step --data "$HOME/shop" --name kept >"$HOME/$step.out" 2>&1 ||
            fail "$step of the practice store: $(cat "$HOME/$step.out")"
    done
    ok "a copy of the practice store taken, and put back"
fi
rm -f "$pictures/now.png" "$pictures/next.png"
