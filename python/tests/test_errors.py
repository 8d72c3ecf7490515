import inspect
import re
import subprocess
import tempfile
from pathlib import Path

from support import np, pair, program, sigmatch, unittest


class ErrorsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x, cls.kx, cls.y, cls.ky, _ = pair(vertices=600)

    def test_text_is_that_of_the_program(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file, shape, keypoints in (("x", self.x, self.kx), ("y", self.y, self.ky)):
                sigmatch.write_shape(folder / f"{file}.off", shape)
                np.savetxt(folder / f"{file}.txt", keypoints, fmt="%d")
            (folder / "bad.off").write_text("OFF\n3 1 0\n0 0 0\n1 0 zero\n")
            (folder / "few.txt").write_text("0\n1\n2\n")
            for shape, keypoints, options in (
                ("bad.off", "x.txt", {}),
                ("none.off", "x.txt", {}),
                ("x.off", "few.txt", {}),
                ("x.off", "x.txt", {"gap": "2"}),
                ("x.off", "x.txt", {"prior": "none"}),
                ("x.off", "x.txt", {"unmatched_cost": "1"}),
            ):
                flags = [part for k, v in options.items() for part in ("--" + k.replace("_", "-"), v)]
                told = subprocess.run(
                    [program, "match", shape, "y.off", "--kx", keypoints, "--ky", "y.txt", *flags],
                    cwd=folder, capture_output=True, text=True)
                self.assertEqual(told.returncode, 2)
                with self.assertRaises(sigmatch.InputError) as caught:
                    sigmatch.match(folder / shape, folder / "y.off", folder / keypoints, folder / "y.txt", **options)
                # Each interface spells options in its own way.
                text = re.sub("`([a-z_]+)`", lambda o: "--" + o[1].replace("_", "-"), str(caught.exception))
                self.assertEqual(f"sigmatch: {text}".replace(f"{folder}/", ""), told.stderr.strip())

    def test_kinds_of_errors(self):
        self.assertTrue(issubclass(sigmatch.InputError, ValueError))
        self.assertTrue(issubclass(sigmatch.FileError, sigmatch.InputError))
        self.assertTrue(issubclass(sigmatch.FileError, OSError))
        with self.assertRaises(sigmatch.FileError):
            sigmatch.read_shape("there is no such file.off")

    def test_wrong_arguments(self):
        v, f = self.x.vertices, self.x.faces
        for x, kx in (
            ((v[:, :2], f), self.kx),
            ((v, f[:, :2]), self.kx),
            ((v, f + len(v)), self.kx),
            ((v, f - 1), self.kx),
            (3, self.kx),
            ((np.full_like(v, np.nan), f), self.kx),
            (self.x, self.kx + 0.5),
            (self.x, [self.kx, self.kx]),
            (self.x, self.kx[:3]),
            (self.x, [-1] + list(self.kx[1:])),
            (self.x, [len(v)] + list(self.kx[1:])),
            (self.x, [2**40] + list(self.kx[1:])),
        ):
            with self.assertRaises((sigmatch.InputError, TypeError)):
                sigmatch.match(x, self.y, kx, self.ky)

    def test_mistyped_options_get_a_suggestion(self):
        with self.assertRaisesRegex(sigmatch.InputError, "did you mean lambda_def"):
            sigmatch.match(self.x, self.y, self.kx, self.ky, lamda_def=3)

    def test_stages_do_not_crash_on_wrong_input(self):
        D = sigmatch.plbo(self.x)
        with self.assertRaises(sigmatch.InputError):
            D.apply(np.zeros((3, 3)))
        for keypoints in ([0, 1, 2, 3, len(self.x.vertices)], [-1, 1, 2, 3, 4], [0, 0, 1, 2, 3], [1, 2, 3], []):
            with self.assertRaises((sigmatch.InputError, sigmatch.NumericalError)):
                sigmatch.reduce(D, keypoints)
            if not keypoints or min(keypoints) < 0 or max(keypoints) >= len(self.x.vertices):
                with self.assertRaises(sigmatch.InputError):
                    sigmatch.geodesic_distances(self.x, keypoints)
        with self.assertRaises(sigmatch.InputError):
            sigmatch.prune_candidates(np.zeros((3, 4)), np.zeros((3, 4)), 2)
        with self.assertRaises(sigmatch.InputError):
            sigmatch.solve(sigmatch.Problem())


class HelpTest(unittest.TestCase):
    def test_every_parameter_is_documented(self):
        for function in (sigmatch.match, sigmatch.evaluate_match, sigmatch.transfer, sigmatch.build_problem,
                         sigmatch.solve, sigmatch.bench):
            text = inspect.getdoc(function)
            for name in inspect.signature(function).parameters:
                self.assertRegex(text, rf"(?m)\b{name}\b.*:", f"{function.__name__}: {name}")

    def test_every_option_tells_type_unit_default_and_meaning(self):
        text = inspect.getdoc(sigmatch.match)
        for option in sigmatch.options.option_table:
            self.assertRegex(text, rf"(?m)^    {option.name}: .*; default .+\n        \S+")
            if option.kind in ("int", "float"):
                self.assertRegex(text, rf"(?m)^    {option.name}: (int|float), .*;", "no unit")

    def test_everything_public_is_documented(self):
        for name in sigmatch.__all__:
            thing = getattr(sigmatch, name)
            if callable(thing):
                self.assertTrue(inspect.getdoc(thing), name)

    def test_stubs_have_the_same_options(self):
        for file, functions in (("matching.pyi", 2), ("landmarks.pyi", 1)):
            stub = (Path(sigmatch.__file__).parent / file).read_text()
            for option in sigmatch.options.option_table:
                self.assertEqual(stub.count(f"    {option.name}: "), functions, option.name)


if __name__ == "__main__":
    unittest.main()
