# What a test does on a screen with a window manager: wait, look, type; sourced by the sessions of both systems.
# `pictures` names the folder of the screen's pictures.
fail() {
    import -window root "$pictures/failed.png" 2>/dev/null || true
    echo "not ok: $*" >&2
    exit 1
}
ok() { echo "ok: $*"; }

until_true() { # until_true WHAT COMMAND...: 40 seconds at most
    what=$1
    shift
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] || fail "$what"
        sleep 0.2
    done
}
has_window() { wmctrl -l | grep -q "$1"; }
has_no_window() { ! has_window "$1"; }
settled() { # the picture of the screen no longer changes
    import -window root "$pictures/now.png"
    sleep 0.4
    import -window root "$pictures/next.png"
    cmp -s "$pictures/now.png" "$pictures/next.png"
}
keys() { for key in "$@"; do xdotool key --clearmodifiers "$key" && sleep 0.15; done; }
text() { xdotool type --delay 12 "$1" && sleep 0.2; }

connect_store() { # connect_store NAME ADDRESS TOKEN: by hand, from the first window to the store's own
    until_true "the first window" has_window svcconsole
    until_true "it comes to rest" settled
    import -window root "$pictures/first-run.png"
    keys Tab space
    until_true "the dialog" has_window "Connect a store"
    until_true "it comes to rest" settled
    text "$2"
    keys Tab
    text "$3"
    keys Tab
    text "$1"
    import -window root "$pictures/connect.png"
    keys Return
    until_true "the store's window" has_window "$1"
    until_true "it comes to rest" settled
    import -window root "$pictures/connected.png"
}
