import json
import signal
import tempfile
from pathlib import Path

from support import np, run, sigmatch, unittest


class WithoutKeypointsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        cls.x, cls.vertices, cls.names = sigmatch.creature("quadruped", vertices=500)
        cls.y, _, _ = sigmatch.creature("quadruped", pose="walk", vertices=500, scale=2.5)
        sigmatch.write_shape(cls.folder / "x.ply", cls.x)
        sigmatch.write_shape(cls.folder / "y.ply", cls.y)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()


class MatchTest(WithoutKeypointsTest):
    def test_keypoints_are_chosen_as_the_program_does(self):
        x, y = self.x, self.y
        run("match", "x.ply", "y.ply", "-o", "r.json", folder=self.folder)
        told = json.loads((self.folder / "r.json").read_text())
        result = sigmatch.match(x, y)
        self.assertEqual(result.match_vertices.tolist(), told["match_vertices"])
        self.assertEqual(result.objective, told["objective"])
        chosen, expected = result.chosen, told["chosen_keypoints"]
        self.assertEqual(chosen.moved.tolist(), expected["moved"])
        self.assertEqual(len(chosen.moved), len(result.keypoints_y))
        self.assertEqual(chosen.misfit, expected["misfit"])
        self.assertEqual(chosen.margin, np.inf if expected["margin"] is None else expected["margin"])
        self.assertEqual(chosen.ambiguous, expected["ambiguous"])
        self.assertEqual(chosen.other_match_vertices.tolist(), expected["other_match_vertices"])
        self.assertLessEqual(sum(result.seconds[k] for k in result.seconds if k != "total"), result.seconds["total"] + 1e-6)

        # The chosen keypoints are keypoints like any others; then nothing is chosen.
        again = sigmatch.evaluate_match(x, y, result.keypoints_x, result.keypoints_y, result.match)
        self.assertAlmostEqual(again.objective, result.objective, delta=1e-12)
        self.assertIsNone(again.chosen)
        self.assertEqual(result.dense_maps().x_to_y.corners.shape, x.vertices.shape)

    def test_wrong_input(self):
        x, y = self.x, self.y
        for message, arguments, options in (
            ("keypoints_y", (x, y, self.vertices), {}),
            ("keypoints_x", (x, y, None, self.vertices), {}),
            ("what you know is about keypoints", (x, y), {"known": {0: 0}}),
            ("whole shapes only", (x, y), {"partial": True}),
            ("no option|did you mean", (x, y), {"gapp": 1}),
            ("too few vertices", (np.eye(3), y), {}),
        ):
            with self.subTest(message), self.assertRaisesRegex(sigmatch.InputError, message):
                sigmatch.match(*arguments, **options)


class TransferTest(WithoutKeypointsTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.landmarks = cls.x.vertices[cls.vertices]
        cls.seen = []
        cls.results = sigmatch.transfer(
            cls.x, cls.landmarks, [cls.folder / "none.ply", (cls.y.vertices, cls.y.faces)], names=cls.names,
            progress=cls.seen.append)

    def test_lands_where_it_belongs(self):
        result = self.results[1]
        self.assertIsNone(result.error)
        self.assertEqual(result.names, self.names)
        size = np.linalg.norm(np.ptp(self.y.vertices, axis=0))
        errors = np.linalg.norm(result.positions - self.y.vertices[self.vertices], axis=1)
        self.assertLess(errors.mean(), 0.05 * size)
        corners = self.y.vertices[self.y.faces[result.triangles]]
        np.testing.assert_allclose(np.einsum("nk,nkd->nd", result.weights, corners), result.positions, atol=1e-9 * size)
        self.assertTrue(((result.trust >= 0) & (result.trust <= 1)).all())
        np.testing.assert_array_equal(result.doubtful, result.trust < 0.5)
        self.assertGreater(result.margin, 0)
        self.assertGreater(result.misfit, 0)
        self.assertIs(result.ambiguous, False)
        self.assertIs(result.proven, True)
        self.assertRegex(repr(result), f"^<sigmatch.Transferred: 1, {len(self.names)} landmarks, .*>$")

    def test_a_bad_target_does_not_stop_the_others(self):
        bad = self.results[0]
        self.assertEqual([r.target for r in self.results], [str(self.folder / "none.ply"), "1"])
        self.assertIn("none.ply", bad.error)
        self.assertIn(bad.error, repr(bad))
        self.assertEqual(bad.names, self.names)
        self.assertTrue(np.isnan(bad.positions).all())
        self.assertEqual(bad.positions.shape, self.results[1].positions.shape)
        self.assertTrue(bad.doubtful.all())
        more = sigmatch.transfer(self.x, self.landmarks[:1], [None, np.zeros((5, 2)), np.eye(3), [["a"]]])
        self.assertEqual(len(more), 4)
        self.assertTrue(all(r.error for r in more))

    def test_progress_is_told(self):
        self.assertEqual({(p.index, p.target) for p in self.seen}, {(1, "1")})
        self.assertIn("dense map", {p.stage for p in self.seen})

    def test_the_program_says_the_same(self):
        table = "name,x,y,z\n" + "".join(
            f"{name},{x!r},{y!r},{z!r}\n" for name, (x, y, z) in zip(self.names, self.landmarks.tolist()))
        (self.folder / "marks.csv").write_text(table)
        run("transfer", "x.ply", "--landmarks", "marks.csv", "-o", "out", "y.ply", folder=self.folder)
        told = json.loads((self.folder / "out" / "y.json").read_text())
        result = self.results[1]
        self.assertEqual(result.names, [one["name"] for one in told["landmarks"]])
        self.assertEqual(result.positions.tolist(), [one["position"] for one in told["landmarks"]])
        self.assertEqual(result.trust.tolist(), [one["trust"] for one in told["landmarks"]])
        self.assertEqual(result.triangles.tolist(), [one["triangle"] for one in told["landmarks"]])
        self.assertEqual((result.ambiguous, result.proven, result.misfit),
                         (told["ambiguous"], told["proven"], told["misfit"]))

    def test_landmark_files(self):
        (self.folder / "three.csv").write_text(
            "name,x,y,z\n" + "".join(f"{n},{x},{y},{z}\n" for n, (x, y, z) in zip("abc", self.landmarks.tolist()))
            + "d,,,\n")
        with self.assertWarnsRegex(UserWarning, "without a position are left out: 'd'"):
            result, = sigmatch.transfer(self.folder / "x.ply", self.folder / "three.csv", ["none.ply"])
        self.assertEqual(result.names, ["a", "b", "c"])

    def test_landmarks_are_the_median_of_several_templates(self):
        wrong = np.roll(self.landmarks, 1, axis=0)
        both, = sigmatch.transfer([self.x, self.x], [self.landmarks, wrong], [self.y])
        self.assertEqual(both.names, [""] * len(self.landmarks))
        self.assertLess(both.trust.mean(), self.results[1].trust.mean())
        self.assertGreater(np.abs(both.positions - self.results[1].positions).max(), 0)

    def test_ctrl_c_returns_what_is_done(self):
        def interrupt(state):
            if state.index == 1:
                signal.raise_signal(signal.SIGINT)

        done = sigmatch.transfer(self.x, self.landmarks, ["none.ply", self.x, self.x], progress=interrupt)
        self.assertEqual([r.target for r in done], ["none.ply"])

    def test_what_progress_raises_is_raised(self):
        def fail(_):
            raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            sigmatch.transfer(self.x, self.landmarks, [self.y], progress=fail)

    def test_wrong_input(self):
        x, marks = self.x, self.landmarks
        (self.folder / "empty.txt").write_text("# nothing\n")
        for message, template, landmarks, targets, options in (
            ("n by 3", x, self.vertices, [x], {}),
            ("n by 3", x, "abc".split(), [x], {}),
            ("landmark 0 .*away from the shape", x, marks + 100, [x], {}),
            ("not finite", x, np.full((2, 3), np.nan), [x], {}),
            ("holds no landmarks", x, np.zeros((0, 3)), [x], {}),
            ("empty.txt", x, self.folder / "empty.txt", [x], {}),
            ("none.fcsv", x, self.folder / "none.fcsv", [x], {}),
            ("3 names, but .* landmarks", x, marks, [x], {"names": ["a", "b", "c"]}),
            ("one entry for each template", [x, x], [marks], [x], {}),
            ("one entry for each template", [x, x], marks[0], [x], {}),
            ("different numbers of landmarks", [x, x], [marks, marks[1:]], [x], {}),
            ("give .target.", x, marks, "y.ply", {}),
            ("give .target.", x, marks, x, {}),
            ("whole shapes", x, marks, [x], {"partial": True}),
            ("did you mean", x, marks, [x], {"seeed": 1}),
        ):
            with self.subTest(message), self.assertRaisesRegex(sigmatch.InputError, message):
                sigmatch.transfer(template, landmarks, targets, **options)


if __name__ == "__main__":
    unittest.main()
