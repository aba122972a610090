#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# debian/ -> packages, built from what is committed, taken apart into a folder and asked questions. Nothing is installed.
# Minutes of compiling: `make test-debian`. Exit 77: this is no Debian, or debhelper is not there.
#
#   tests/package/debian.sh [FOLDER_WITH_NANOBIND]     nanobind of PyPI, where Debian has none (before 13)
set -euo pipefail
cd "$(dirname "$0")/../.."
for tool in dpkg-buildpackage dh dh_python3; do
  command -v "$tool" > /dev/null || { echo "skipped: there is no $tool (Debian: debhelper, dh-python)"; exit 77; }
done

# The version is said in one place.
version=$(sed -n 's/^project(cogs VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$(dpkg-parsechangelog -S Version)" = "$version" ] || { echo "debian/changelog is not about $version" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/cogs"
git archive HEAD | tar -x -C "$work/cogs"
export PYTHON=${PYTHON:-/usr/bin/python3}
if [ $# -gt 0 ]; then
  PYTHONPATH=$(realpath "$1")
  export PYTHONPATH
fi
# -d: not all packages that the build names need be installed as Debian's.
(cd "$work/cogs" && DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-noddebs}" dpkg-buildpackage -b -d -us -uc) > "$work/log" 2>&1 ||
  { tail -40 "$work/log"; exit 1; }

root=$work/root
for name in cogs libcogs-dev python3-cogs; do
  package=$(ls "$work/${name}_${version}_"*.deb)
  dpkg-deb --info "$package" > "$work/$name.info"
  dpkg-deb --extract "$package" "$root"
done
grep -q 'Depends:.*libgmp10' "$work/cogs.info" && grep -q 'Depends:.*libgmp10' "$work/python3-cogs.info"

[ "$("$root/usr/bin/cogs" --version)" = "cogs $version" ]
"$root/usr/bin/cogs" recourse examples/loan2/loan.cogs examples/loan2/john.json > "$work/way" || [ $? -le 2 ]
test -s "$work/way"
test -f "$root/usr/include/cogs/cogs.h"
ls "$root"/usr/lib/*/cmake/cogs/cogsConfig.cmake > /dev/null
cd "$work"
PYTHONPATH=$root/usr/lib/python3/dist-packages "$PYTHON" - << 'END'
import cogs
table = {"debt": [0, 9000, 100, 8000] * 25, "decision": ["yes", "no", "yes", "no"] * 25}
model = cogs.learn(table, label="decision", undesired="no").model
assert model.recourse({"debt": 9000}).path.cost == 1
print("cogs", cogs.__version__, "answers from its Debian packages")
END
