#!/bin/sh
# A DLL with every function that a library wants from one Wine does not have; each answers 0. For tests only.
#   sh stub.sh LIBRARY.dll WANTED.dll OUT
set -eu
x86_64-w64-mingw32-objdump -p "$1" | awk -v wanted="$2" '
    /DLL Name:/ { on = tolower($3) == wanted; next }
    on && NF == 3 && $2 ~ /^[0-9]+$/ { print "__declspec(dllexport) void *" $3 "(void) { return 0; }" }' >"$3/stub.c"
x86_64-w64-mingw32-gcc -shared -o "$3/$2" "$3/stub.c"
