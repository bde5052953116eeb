#!/bin/sh
# An apt repository of the released packages, for a static web host. Needs apt-utils and gpg. Tried by
# test_repository.sh from a folder; NOT RUN YET on a host.
#   SIGN_KEY=ID sh packaging/apt/repository.sh FOLDER PACKAGE.deb...
# Users then add /etc/apt/sources.list.d/svcconsole.sources:
#   Types: deb
#   URIs: https://svcconsole.example/apt
#   Suites: stable
#   Components: main
#   Signed-By: /usr/share/keyrings/svcconsole.gpg
set -eu
folder=$1
shift
mkdir -p "$folder/pool/main" "$folder/dists/stable/main/binary-amd64"
cp "$@" "$folder/pool/main/"
cd "$folder"
apt-ftparchive packages pool/main >dists/stable/main/binary-amd64/Packages
xz -kf dists/stable/main/binary-amd64/Packages
apt-ftparchive -o APT::FTPArchive::Release::Origin=svcconsole -o APT::FTPArchive::Release::Suite=stable \
    -o APT::FTPArchive::Release::Components=main -o APT::FTPArchive::Release::Architectures=amd64 \
    release dists/stable >dists/stable/Release
gpg --batch --yes --local-user "$SIGN_KEY" --armor --detach-sign -o dists/stable/Release.gpg dists/stable/Release
gpg --batch --yes --local-user "$SIGN_KEY" --clearsign -o dists/stable/InRelease dists/stable/Release
gpg --export "$SIGN_KEY" >svcconsole.gpg
