#!/bin/sh
# Proves the apt repository: made in a clean Debian 13 with a throw-away key, then apt installs from it by name.
#   sh packaging/apt/test_repository.sh FILE.deb
# Needs root and debootstrap. FRESH_BASE=DIR keeps and reuses the bare system.
set -eu
deb=$(readlink -f "$1")
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
. "$root/packaging/machine.sh"
fresh_machine trixie apt
machine=$MACHINES/apt
install_packages "$machine" apt-utils gnupg xz-utils
mkdir "$machine/packages" "$machine/srv/apt"
cp "$deb" "$root/packaging/apt/repository.sh" "$machine/packages/"
inside "$machine" root "set -eu
    gpg --batch --quiet --passphrase '' --quick-generate-key 'Repository test <test@svcconsole.example>' 2>/dev/null
    SIGN_KEY=test@svcconsole.example sh /packages/repository.sh /srv/apt /packages/$(basename "$deb")
    cp /srv/apt/svcconsole.gpg /usr/share/keyrings/svcconsole.gpg
    printf '%s\n' 'Types: deb' 'URIs: file:/srv/apt' 'Suites: stable' 'Components: main' \
        'Signed-By: /usr/share/keyrings/svcconsole.gpg' >/etc/apt/sources.list.d/svcconsole.sources"
install_packages "$machine" svcconsole
inside "$machine" root "apt-cache policy svcconsole | grep -q 'file:/srv/apt stable/main amd64'" ||
    { echo "not from the repository; the machine is left in $machine" >&2; exit 1; }
inside "$machine" root "QT_QPA_PLATFORM=offscreen svcconsole --version"
# One byte of the list changed: apt must refuse what nobody signed.
inside "$machine" root "set -eu
    cd /srv/apt/dists/stable/main/binary-amd64
    sed -i 's/^Description: ./&x/' Packages && xz -kf Packages
    rm -rf /var/lib/apt/lists/*
    ! apt-get update -o APT::Update::Error-Mode=any >/tmp/changed 2>&1" ||
    { echo "a changed repository is taken; the machine is left in $machine" >&2; exit 1; }
remove_machine "$machine"
echo "apt repository: works"
