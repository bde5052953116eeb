#!/bin/sh
# Proves the two commands on a machine that has nothing: a fresh debootstrap folder, a clone, `dev.sh run`, twice;
# the second `dev.sh test` only tests the project's own folder, since what it proves is that nothing is set up anew.
#   sh packaging/test_fresh_machine.sh bookworm|trixie root|user [run|test]
# Needs root, debootstrap and git. FRESH_BASE=DIR keeps and reuses the bare system; the copy used is removed.
set -eu
dist=$1 who=$2 verb=${3:-run}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/machine.sh"
fresh_machine "$dist" "fresh-$dist-$who"
machine=$MACHINES/fresh-$dist-$who

chroot "$machine" useradd -m -s /bin/sh someone
git clone -q "$root" "$machine/home/someone/svcconsole"
if [ -d "$root/../shared" ]; then cp -r "$root/../shared" "$machine/home/someone/shared"; fi
chroot "$machine" chown -R someone: /home/someone

account=root
[ "$who" = root ] || account=someone
command="cd /home/someone/svcconsole && sh packaging/dev.sh $verb"
again=$command
[ "$verb" != test ] || again="$command tests/project"

attempt=1
while ! inside "$machine" "$account" "$command" >"$machine/out" 2>"$machine/err"; do
    # An ordinary account is told the exact line; root of that machine runs it, and the command goes on.
    line=$(sed -n 's/^ *sudo \(apt-get update.*\)$/\1/p' "$machine/err" | sed 's/ && sudo / \&\& /')
    if [ "$account" = root ] || [ -z "$line" ] || [ "$attempt" -ge 4 ]; then
        cat "$machine/out" "$machine/err"
        echo "not working: $dist $who $verb; the machine is left in $machine" >&2
        exit 1
    fi
    echo "$dist $who: told to run: $line"
    inside "$machine" root "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; $line" >/dev/null 2>&1
    attempt=$((attempt + 1))
done
tail -n 40 "$machine/out"
start=$(date +%s)
if ! inside "$machine" "$account" "$again" >"$machine/again" 2>&1 || grep -q "Making the environment" "$machine/again"; then
    cat "$machine/again"
    echo "not working the second time: $dist $who $verb; the machine is left in $machine" >&2
    exit 1
fi
echo "$dist $who: $verb works; the second time took $(($(date +%s) - start)) s"
remove_machine "$machine"
