# Fresh Debian systems in folders, for building and for testing; sourced, never run by itself.
#   fresh_machine DIST NAME   a copy of a minbase system under $MACHINES/NAME, with this machine's network settings
#   inside FOLDER ACCOUNT COMMAND   the command in it, with /proc, /sys and /dev, in a mount namespace of its own
#   inside_alone …            the same without any network but its own loopback
#   remove_machine FOLDER     the folder, refused while anything is mounted in it
# Needs root and debootstrap. FRESH_BASE=DIR keeps and reuses the bare systems; FRESH_MIRROR names Debian's mirror.
MACHINES=${MACHINES:-$(mktemp -d)}
mirror() {
    echo "${FRESH_MIRROR:-$(grep -rhoE '^(URIs:|deb) *[^ ]+/debian/?( |$)' \
        /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null | awk 'NR==1{print $2}')}"
}

fresh_machine() {
    fresh_base=${FRESH_BASE:-$MACHINES}/$1.base
    [ -d "$fresh_base" ] || debootstrap --variant=minbase "$1" "$fresh_base" "$(mirror)" >/dev/null
    mkdir -p "$MACHINES"
    cp -a "$fresh_base" "$MACHINES/$2"
    # The network as this machine knows it: names, the certificates of an inspecting proxy, pip's settings.
    cp /etc/resolv.conf "$MACHINES/$2/etc/resolv.conf"
    if [ -d /usr/local/share/ca-certificates ]; then
        mkdir -p "$MACHINES/$2/usr/local/share/ca-certificates"
        cp -r /usr/local/share/ca-certificates/. "$MACHINES/$2/usr/local/share/ca-certificates/"
    fi
    [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$MACHINES/$2/etc/pip.conf"
    # No service is started in a folder.
    printf '#!/bin/sh\nexit 101\n' >"$MACHINES/$2/usr/sbin/policy-rc.d"
    chmod 755 "$MACHINES/$2/usr/sbin/policy-rc.d"
}

inside() {
    # shellcheck disable=SC2086  # one option a word
    unshare --mount --propagation private ${ALONE:+--net} sh -c '
        mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount --rbind /sys "$1/sys"
        [ -z "${ALONE:-}" ] || ip link set lo up
        exec chroot "$1" su - "$2" -c "$3"' sh "$1" "$2" "$3"
}

inside_alone() ( # the same with a network of its own, loopback only: another screen of this number is not met
    ALONE=1
    export ALONE
    inside "$@"
)

install_packages() { # install_packages FOLDER PACKAGE...
    machine_folder=$1
    shift
    inside "$machine_folder" root "export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq && apt-get install -y -qq --no-install-recommends $* >/tmp/apt.log 2>&1 ||
        { cat /tmp/apt.log; exit 1; }"
}

remove_machine() {
    if grep -q " $1/" /proc/mounts; then
        echo "Something is still mounted in $1; it is left there." >&2
        return 1
    fi
    rm -rf "$1"
}
