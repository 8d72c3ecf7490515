#!/usr/bin/env python3
"""Every include goes with the flow: io, geometry, model and solver know nothing of what comes after them.

A layer is a folder of src/ with the public headers that it implements. Plain data that all of them exchange are a
layer of their own, `data`.
"""
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parent.parent

PUBLIC = {
    "data": "shape finite_points problem certificate conic errors version",
    "numerics": "blas_kernels",
    "io": "io landmarks manifest",
    "geometry": "bridges decimation geodesics inspection laplacian point_cloud sampling spectrum surface weld",
    "model": "knowledge model orientation plbo prepared_shape programmes pruning reduction",
    "solver": "solve",
    "verify": "verify",
    "pipeline": "automatic certificate_file certificate_origin dense_map match options reconstruction result_file surface_landmarks transfer",
    "evaluation": "bench evaluation experiment truth",
    "report": "report transfer_page",
    "synth": "synth",
}
LAYER_OF_HEADER = {header: layer for layer, headers in PUBLIC.items() for header in headers.split()}

MAY_INCLUDE = {
    "data": {"data"},
    "numerics": {"data", "numerics"},
    "io": {"data", "numerics", "io"},
    "geometry": {"data", "numerics", "geometry"},
    "model": {"data", "numerics", "geometry", "model"},
    "solver": {"data", "numerics", "solver"},
    "verify": {"data", "verify"},
    "synth": {"data", "numerics", "io", "geometry", "synth"},
}
MAY_INCLUDE["pipeline"] = set().union(*MAY_INCLUDE.values()) - {"synth"} | {"pipeline"}
MAY_INCLUDE["report"] = MAY_INCLUDE["pipeline"] | {"report"}
MAY_INCLUDE["evaluation"] = MAY_INCLUDE["report"] | {"evaluation", "synth"}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def layer_of(path):
    """Of a file of src/ or include/, or of what stands in an include; None for files beside the including one."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "sigmatch":
        return LAYER_OF_HEADER[pathlib.PurePosixPath(parts[1]).stem]
    return parts[0] if len(parts) > 1 else None


def files(root):
    for top in ("src", "include"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield path.relative_to(root / top).as_posix(), path.read_text(encoding="utf-8")


def against_the_flow(root):
    return [
        f"{name} ({layer_of(name)}) includes {included} ({layer_of(included)})"
        for name, text in files(root)
        for included in INCLUDE.findall(text)
        if layer_of(included) is not None and layer_of(included) not in MAY_INCLUDE[layer_of(name)]
    ]


def reached_from(root, start):
    """All files that a file includes, directly or not; headers stand for what implements them."""
    text_of = dict(files(root))
    implementing = {}
    for name in text_of:
        implementing.setdefault(pathlib.PurePosixPath(name).stem, []).append(name)
    found, waiting = set(), [start]
    while waiting:
        name = waiting.pop()
        if name in found or name not in text_of:
            continue
        found.add(name)
        waiting += INCLUDE.findall(text_of[name])
        if name.endswith(".h"):
            waiting += [n for n in implementing[pathlib.PurePosixPath(name).stem] if n.endswith(".cpp")]
    return found


class Includes(unittest.TestCase):
    def test_every_public_header_has_a_layer(self):
        headers = {path.stem for path in (ROOT / "include/sigmatch").glob("*.h")}
        self.assertEqual(headers, set(LAYER_OF_HEADER))

    def test_none_goes_against_the_flow(self):
        self.assertEqual(against_the_flow(ROOT), [])

    def test_a_planted_one_is_noticed(self):
        for name, include in (
            ("src/model/pruning.cpp", "solver/ranking.h"),
            ("src/io/off_reader.cpp", "sigmatch/match.h"),
            ("src/solver/solve.cpp", "model/weights.h"),
            ("src/verify/cover.cpp", "numerics/assignment.h"),
            ("include/sigmatch/problem.h", "sigmatch/solve.h"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for existing in ("src", "include"):
                    (root / existing).mkdir()
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text((ROOT / name).read_text(encoding="utf-8") + f'#include "{include}"\n')
                self.assertEqual(len(against_the_flow(root)), 1, name)

    def test_the_checker_shares_no_code_with_the_search(self):
        for start in ("verify/check_proof.cpp", "pipeline/check_origin.cpp"):
            reached = reached_from(ROOT, start)
            self.assertIn(start, reached)
            self.assertEqual([name for name in reached if name.startswith("solver/")], [], start)
        self.assertEqual(
            {layer_of(name) for name in reached_from(ROOT, "verify/check_proof.cpp")}, {"data", "verify"}
        )

    def test_files_of_the_library_are_short(self):
        long = [name for name, text in files(ROOT) if text.count("\n") > 300]
        self.assertEqual(long, [])


if __name__ == "__main__":
    sys.exit(unittest.main())
