#!/bin/sh
# NOT RUN YET: the three winget manifests of a released setup.exe, to be validated (winget validate) and submitted.
#   sh packaging/winget/manifests.sh SETUP.exe URL OUT      URL is where the release offers that file
set -eu
setup=$1 url=$2 out=$3
version=$(basename "$setup" | sed 's/^svcconsole-\(.*\)-setup\.exe$/\1/')
sum=$(sha256sum "$setup" | cut -d' ' -f1 | tr '[:lower:]' '[:upper:]')
id=SvcConsole.SvcConsole
mkdir -p "$out"
head="PackageIdentifier: $id
PackageVersion: $version"
cat >"$out/$id.yaml" <<END
$head
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.6.0
END
cat >"$out/$id.installer.yaml" <<END
$head
InstallerType: nullsoft
Scope: user
UpgradeBehavior: install
MinimumOSVersion: 10.0.15063.0
Installers:
  - Architecture: x64
    InstallerUrl: $url
    InstallerSha256: $sum
ManifestType: installer
ManifestVersion: 1.6.0
END
cat >"$out/$id.locale.en-US.yaml" <<END
$head
PackageLocale: en-US
Publisher: The svcconsole team
PackageName: svcconsole
License: Proprietary
ShortDescription: Desktop console of a store's customer-engagement platform
ManifestType: defaultLocale
ManifestVersion: 1.6.0
END
