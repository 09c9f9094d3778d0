#!/bin/sh
# Sets up everything Dotreel needs, and says what it does.
#
#   PYTHON=python3.12 sh .ci/setup.sh       (make setup calls it; make test with SETUP_FOR=tests)
#
# 1. a Python of 3.11 or newer            2. system libraries, through apt-get where they are missing
# 3. a virtual environment in .venv       4. the Python packages pinned in requirements.txt
# 5. for tests only: Chromium, which the tests of web pages drive; without it they are skipped
#
# What is already there is left alone: a second run takes a moment. An interrupted run is mended by
# the next one. Exit code 4: something is missing that only a person can install; the text says what.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd -P)
venv_python=.venv/bin/python
stamp=.venv/setup-stamp # absent or "unfinished", or the digest of what was installed

say() { printf 'setup: %s\n' "$*" >&2; }

give_up() {
    for line in "$@"; do say "$line"; done
    exit 4
}

# ------------------------------------------------------------------------------------- 1. Python

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    wanted=${PYTHON:-python3}
    for candidate in "$wanted" python3.14 python3.13 python3.12 python3.11; do
        if new_enough "$candidate"; then
            python=$candidate
            say "using $("$python" -V) at $("$python" -c 'import sys; print(sys.executable)')"
            return
        fi
    done
    if found=$("$wanted" -V 2>&1); then found="'$wanted' is $found"; else found="'$wanted' does not run"; fi
    give_up "Dotreel needs Python 3.11 or newer, but $found." \
        "Install a newer one (Debian 12, Ubuntu 24.04 and later: apt-get install python3)," \
        "or name one that you have:  make setup PYTHON=/path/to/python3.12"
}

# --------------------------------------------------------------------------- 2. system libraries

has_library() { pkg-config --exists "$1" 2>/dev/null; }

compiles() {
    probe=$(mktemp -d)
    printf '#include <stdio.h>\nint main(void) { return 0; }\n' >"$probe/probe.c"
    if gcc "$probe/probe.c" -o "$probe/probe" >/dev/null 2>&1; then result=0; else result=1; fi
    rm -r "$probe"
    return $result
}

# Prints the Debian packages that are missing. Each is tested for what it brings, not by its name:
# a Python built from source has its headers although no package brought them.
missing_packages() {
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo "python$version-venv"
    header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
    [ -f "$header" ] || echo "python$version-dev"
    compiles || echo gcc libc6-dev
    command -v pkg-config >/dev/null 2>&1 || echo pkg-config
    has_library cairo || echo libcairo2-dev
    has_library pangocairo || echo libpango1.0-dev
}

# Sets $as_root to what must stand before apt-get: nothing, or sudo. Fails where neither works.
find_root() {
    as_root=
    [ "$(id -u)" -eq 0 ] && return
    as_root=sudo
    command -v sudo >/dev/null 2>&1 || return 1
    sudo -n true 2>/dev/null && return
    [ -t 0 ] && [ -t 2 ] && sudo -v # a person is there to type the password
}

install_packages() {
    say "missing: $*"
    if [ "$(uname -s)" = Darwin ]; then
        give_up "on macOS, install them with Homebrew, then run this again:" \
            "  xcode-select --install" \
            "  brew install cairo pango pkg-config python@3.12"
    fi
    if ! command -v apt-get >/dev/null 2>&1; then
        give_up "these are the names Debian and Ubuntu use; there is no apt-get here." \
            "Install the same with your system's own package manager, then run this again." \
            "Fedora:  sudo dnf install gcc pkgconf-pkg-config python3-devel cairo-devel pango-devel" \
            "Arch:    sudo pacman -S --needed gcc pkgconf cairo pango"
    fi
    if ! find_root; then
        give_up "installing them needs root, and sudo does not work here. Ask someone who may to run" \
            "  apt-get update && apt-get install --yes --no-install-recommends $*" \
            "and then run this again."
    fi
    say "installing them:  ${as_root:+$as_root }apt-get install --yes --no-install-recommends $*"
    # A broken extra package source makes "update" fail although the packages can be had: go on.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 ||
        say "apt-get update reported an error; going on with the package lists as they are"
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --no-install-recommends -qq "$@" >/dev/null ||
        give_up "apt-get could not install them; its own message stands above." \
            "Mend that, then run this again."
}

install_system_libraries() {
    missing=$(missing_packages | tr '\n' ' ')
    # shellcheck disable=SC2086 # one word a package
    [ -z "$missing" ] || install_packages $missing
    still=$(missing_packages | tr '\n' ' ')
    if [ -n "$still" ]; then
        give_up "still missing after the installation: $still" \
            "If $python does not come from apt-get, its own headers or ensurepip may be missing:" \
            "try  make setup PYTHON=/usr/bin/python3"
    fi
    say "system libraries: gcc, pkg-config, cairo, pango and the Python headers are there"
}

# --------------------------------------------------------------------- 3. and 4. Python packages

digest() { cat requirements.txt pyproject.toml .ci/setup.sh | cksum | tr ' \t' '--'; }

# The environment runs, and was made in this very folder: a copied one points at the old place.
environment_usable() {
    new_enough $venv_python && $venv_python -c 'import pip' 2>/dev/null &&
        grep -qF "$root/.venv/bin/python" .venv/bin/pip 2>/dev/null &&
        [ "$(cat $stamp 2>/dev/null)" != unfinished ]
}

in_place() {
    environment_usable && [ "$(cat $stamp 2>/dev/null)" = "$(digest)" ] &&
        $venv_python -c 'import cairo, manimpango' 2>/dev/null
}

make_environment() {
    if environment_usable; then return; fi
    if [ -e .venv ]; then
        say ".venv is broken, unfinished or from another place: making it anew"
        rm -rf .venv
    fi
    say "making the virtual environment .venv"
    "$python" -m venv .venv
}

install_python_packages() {
    say "installing the packages pinned in requirements.txt (one to three minutes the first time)"
    echo unfinished >$stamp
    pip_install="$venv_python -m pip install --quiet --disable-pip-version-check --no-input"
    # PEP 517 for all: an older pip would build srt the old way, and warn.
    $pip_install --use-pep517 -r requirements.txt >&2
    $pip_install --no-deps --no-build-isolation --editable . >&2
    if ! $venv_python -c 'import cairo, manimpango'; then
        give_up "pycairo or ManimPango is installed but does not load; the message above says why." \
            "After a change of system libraries, build them again:" \
            "  $pip_install --force-reinstall --no-deps --no-cache-dir pycairo ManimPango"
    fi
    digest >$stamp
}

# ------------------------------------------------------------------------ 5. a browser, for tests

has_browser() { command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; }

# Nothing here is fatal: Ubuntu has no such package, and a course author needs no tests.
install_browser() {
    if [ "${SETUP_FOR:-}" != tests ] || has_browser; then return; fi
    if ! command -v apt-get >/dev/null 2>&1 || ! find_root; then
        say "no Chromium here, and no way to install it: the tests of web pages will be skipped"
        return
    fi
    say "installing Chromium for the tests:  ${as_root:+$as_root }apt-get install chromium"
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 || true
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --no-install-recommends -qq chromium >/dev/null ||
        say "apt-get could not install it: the tests of web pages will be skipped"
}

if in_place; then
    install_browser
    say "everything is in place ($($venv_python -V), .venv)"
    exit 0
fi
find_python
install_system_libraries
make_environment
install_python_packages
install_browser
say "done. Try  .venv/bin/dotreel --help"
