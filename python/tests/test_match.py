import json
import signal
import tempfile
import threading
import time
from pathlib import Path

from support import np, pair, run, sigmatch, unittest


class MatchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x, cls.kx, cls.y, cls.ky, cls.truth = pair()
        cls.result = sigmatch.match(cls.x, cls.y, cls.kx, cls.ky, certify=True)
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_finds_and_proves_the_truth(self):
        r = self.result
        self.assertEqual(r.status, "optimal")
        self.assertTrue(r.proven)
        np.testing.assert_array_equal(r.match, self.truth)
        np.testing.assert_array_equal(r.matches[:, 1], self.truth)
        np.testing.assert_array_equal(r.match_vertices, np.stack([self.kx, self.ky[self.truth]], axis=1))
        self.assertLessEqual(r.lower_bound, r.objective)
        self.assertLessEqual(r.gap, 0.01)
        self.assertAlmostEqual(sum(r.terms.values()), r.objective, delta=1e-12)
        self.assertTrue(r.allowed[np.arange(len(self.kx)), r.match].all())

    def test_what_is_known_is_part_of_the_problem(self):
        x, kx, y, ky, truth = self.x, self.kx, self.y, self.ky, self.truth
        n = len(kx)
        swapped = sigmatch.match(x, y, kx, ky, known={0: int(truth[1])}, forbid=[(2, int(truth[2]))], certify=True)
        self.assertEqual(swapped.match[0], truth[1])
        self.assertNotEqual(swapped.match[2], truth[2])
        self.assertGreater(swapped.objective, self.result.objective)
        swapped.save_certificate(self.folder / "known.sigcert")
        sigmatch.verify(self.folder / "known.sigcert", x, y)
        other = np.roll(truth, 1)
        cost = np.ones((n, n))
        cost[np.arange(n), other] = 0
        by_cost = sigmatch.match(x, y, kx, ky, cost=cost, cost_weight=10)
        features_y = np.zeros((n, n))
        features_y[other] = np.eye(n)
        by_features = sigmatch.match(x, y, kx, ky, features_x=np.eye(n), features_y=features_y, feature_weight=10)
        for result in (by_cost, by_features):
            np.testing.assert_array_equal(result.match, other)
        told = sigmatch.evaluate_match(x, y, kx, ky, other, cost=cost, cost_weight=10)
        self.assertAlmostEqual(told.objective, by_cost.objective, delta=1e-12)
        problem = sigmatch.build_problem(x, y, kx, ky, known=[(0, int(truth[1]))])
        self.assertEqual(problem.possible[0].sum(), 1)
        for given in (
            {"known": [(0, 0), (0, 1)]},
            {"known": [(0, n)]},
            {"known": [0, 1]},
            {"forbid": [(0.5, 1.0)]},
            {"cost": np.full((n, n), np.nan)},
            {"cost": np.ones((n, n + 1))},
            {"features_x": np.eye(n)},
            {"features_x": np.eye(n), "features_y": np.ones((n, 2))},
            {"cost": [["a"]]},
            {"cost": np.zeros((0, 0))},
            {"known": [(0, -1)]},
            {"known": 5},
            {"known": [(0, 1), (2,)]},
            {"forbid": [(2**40, 0)]},
        ):
            with self.subTest(given=str(given)[:60]), self.assertRaises(sigmatch.InputError):
                sigmatch.match(x, y, kx, ky, **given)

    def test_the_model_of_the_paper(self):
        x, kx, y, ky, _ = pair(vertices=2000)
        paper = sigmatch.match(x, y, kx, ky, model="paper")
        same = sigmatch.match(x, y, kx, ky, faces=500, orientation="paper", laplacian="cotangent", by_vertex=True,
                              lambda_dist=0, lambda_pair_ori=0)
        self.assertEqual(paper.objective, same.objective)
        self.assertEqual(json.loads(paper.to_json())["options"]["model"], "paper")
        coarse = sigmatch.match(x, y, kx, ky, faces=400, model="paper")
        self.assertEqual(json.loads(coarse.to_json())["options"]["faces"], 400)
        template = sigmatch.prepare(x, kx, model="paper")
        self.assertEqual(sigmatch.match(template, y, keypoints_y=ky, model="paper").objective, paper.objective)
        with self.assertRaises(sigmatch.InputError):
            sigmatch.match(sigmatch.prepare(x, kx), y, keypoints_y=ky, model="paper")
        plain = sigmatch.prepare(x, kx, prior="lbo")
        self.assertEqual(sigmatch.evaluate_match(plain, y, None, ky, range(len(kx)), model="full").objective,
                         sigmatch.evaluate_match(plain, y, None, ky, range(len(kx))).objective)

    def test_program_says_the_same_to_the_last_bit(self):
        pairs = {
            "poses": (pair(every=1), {}),
            "kin": (pair(kin=3, remesh=5), {"candidates": 8, "gap": 0.001}),
            "biped": (pair("biped", kin=2), {"lambda_ori": 0.05, "orientation": "paper"}),
            "coarse": (pair(vertices=2000), {"faces": 500, "unscaled": True}),
            "cloud": (pair(cloud_points=1200), {}),
        }
        for name, ((x, kx, y, ky, _), options) in pairs.items():
            with self.subTest(name):
                for file, shape, keypoints in (("x", x, kx), ("y", y, ky)):
                    sigmatch.write_shape(self.folder / f"{file}.ply", shape)
                    np.savetxt(self.folder / f"{file}.txt", keypoints, fmt="%d")
                flags = []
                for option, value in options.items():
                    flags += ["--" + option.replace("_", "-")] + ([] if value is True else [value])
                run("match", "x.ply", "y.ply", "--kx", "x.txt", "--ky", "y.txt", "-o", "r.json", *flags,
                    folder=self.folder)
                told = json.loads((self.folder / "r.json").read_text())
                from_arrays = sigmatch.match((x.vertices, x.faces), (y.vertices, y.faces), kx, ky, **options)
                from_files = sigmatch.match(*(self.folder / f"{s}.ply" for s in "xy"),
                                            *(self.folder / f"{s}.txt" for s in "xy"), **options)
                for result in (from_arrays, from_files):
                    mine = json.loads(result.to_json())
                    for field in ("status", "objective", "terms", "matches", "match_vertices", "n", "candidates",
                                  "proof_scope", "options"):
                        self.assertEqual(mine[field], told[field], field)
                    # Two threads reach different bounds; one and the same match is proven by all of them.
                    self.assertLessEqual(mine["lower_bound"], told["objective"])

    def test_one_thread_gives_the_same_bound_as_the_program(self):
        sigmatch.write_shape(self.folder / "a.ply", self.x)
        sigmatch.write_shape(self.folder / "b.ply", self.y)
        np.savetxt(self.folder / "a.txt", self.kx, fmt="%d")
        np.savetxt(self.folder / "b.txt", self.ky, fmt="%d")
        run("match", "a.ply", "b.ply", "--kx", "a.txt", "--ky", "b.txt", "-o", "one.json", "--threads", "1",
            folder=self.folder)
        told = json.loads((self.folder / "one.json").read_text())
        result = sigmatch.match(self.x, self.y, self.kx, self.ky, threads=1)
        self.assertEqual((result.objective, result.lower_bound, result.nodes),
                         (told["objective"], told["lower_bound"], told["nodes"]))

    def test_options_of_a_result_repeat_it(self):
        again = sigmatch.match(self.x, self.y, self.kx, self.ky, **self.result.options)
        self.assertEqual(again.objective, self.result.objective)
        self.assertEqual(again.options, self.result.options)

    def test_alternatives(self):
        result = sigmatch.match(self.x, self.y, self.kx, self.ky, alternatives=2)
        self.assertEqual(len(result.alternatives), 1)
        other = result.alternatives[0]
        self.assertGreaterEqual(other.objective, result.objective)
        given = sigmatch.evaluate_match(self.x, self.y, self.kx, self.ky, other.match)
        self.assertEqual(given.status, "fixed")
        self.assertAlmostEqual(given.objective, other.objective, delta=1e-12)

    def test_partial(self):
        x, kx, y, ky, truth = pair(keep=0.6)
        result = sigmatch.match(x, y, kx, ky, partial=True, time_limit=60)
        self.assertEqual(len(result.matches), len(ky))
        self.assertEqual((result.match < 0).sum(), len(kx) - len(ky))

    def test_reconstructions_are_those_of_the_objective(self):
        bent = self.result.reconstructions
        self.assertEqual(bent.x.shape, self.x.vertices.shape)
        self.assertIs(bent, self.result.reconstructions)
        # A pose of the same creature: bent, it comes close to where its vertices really went.
        error = np.linalg.norm(bent.x - self.y.vertices, axis=1).mean()
        extent = np.ptp(self.y.vertices, axis=0).max()
        self.assertLess(error, 0.05 * extent)

    def test_dense_maps(self):
        maps = self.result.dense_maps()
        self.assertEqual(maps.x_to_y.corners.shape, self.x.vertices.shape)
        np.testing.assert_allclose(maps.x_to_y.weights.sum(axis=1), 1)
        carried = maps.x_to_y.carry(self.y.vertices)
        extent = np.ptp(self.y.vertices, axis=0).max()
        self.assertLess(np.linalg.norm(carried - self.y.vertices, axis=1).mean(), 0.05 * extent)

    def test_certificate_is_checked(self):
        proof = self.folder / "proof.sigcert"
        self.result.save_certificate(proof)
        verdict = sigmatch.verify(proof, self.x, self.y)
        self.assertAlmostEqual(verdict.objective, self.result.objective, delta=1e-9)
        self.assertLessEqual(verdict.gap, 0.0101)
        with self.assertRaises(sigmatch.VerificationError):
            sigmatch.verify(proof, self.y, self.x)
        self.assertIn("VERIFIED", run("verify", "proof.sigcert", folder=self.folder))
        uncertified = sigmatch.evaluate_match(self.x, self.y, self.kx, self.ky, self.truth)
        with self.assertRaisesRegex(sigmatch.InputError, "certify=True"):
            uncertified.save_certificate(proof)

    def test_report(self):
        page = self.folder / "report.html"
        if not sigmatch._core.has_reports():
            with self.assertRaisesRegex(sigmatch.InputError, "npm"):
                self.result.report(page)
            return
        self.result.report(page, dense=False)
        self.assertIn("<!doctype html>", page.read_text()[:100].lower())

    def test_json_file_is_that_of_the_program(self):
        text = self.result.to_json(self.folder / "mine.json")
        self.assertEqual((self.folder / "mine.json").read_text(), text)

    def test_looks(self):
        self.assertRegex(repr(self.result), r"^<sigmatch.Result: optimal, 15 keypoints, objective .*>$")
        self.assertIn("<table>", self.result._repr_html_())
        nasty = sigmatch.Result(self.result._core, self.result._x, self.result._y, "<script>", "y")
        self.assertNotIn("<script>", nasty._repr_html_())

    def test_progress_is_told(self):
        seen = []
        problem = hard_problem()
        sigmatch.solve(problem, progress=seen.append, time_limit=1, gap=0, threads=1)
        self.assertTrue(seen)
        self.assertTrue(all(p.lower_bound <= p.upper_bound for p in seen))
        self.assertEqual(seen, sorted(seen, key=lambda p: p.seconds))

    def test_what_progress_raises_is_raised(self):
        def fail(_):
            raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            sigmatch.solve(hard_problem(), progress=fail, gap=0, time_limit=600)

    def test_ctrl_c_returns_the_best_so_far(self):
        timer = threading.Timer(0.7, lambda: signal.raise_signal(signal.SIGINT))
        timer.start()
        solution = sigmatch.solve(hard_problem(), gap=0, time_limit=600)
        timer.join()
        self.assertEqual(solution.status, "interrupted")
        self.assertEqual(sorted(solution.match), list(range(30)))

    def test_other_threads_run_meanwhile(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.01)

        ticker = threading.Thread(target=tick)
        ticker.start()
        sigmatch.solve(hard_problem(), gap=0, time_limit=1)
        done.set()
        ticker.join()
        self.assertGreater(len(ticks), 5)


def hard_problem():
    """Noise without any structure, which no search is quick to prove."""
    random = np.random.default_rng(3)
    problem = sigmatch.Problem()
    n = 30
    for side in ("x", "y"):
        points = random.normal(size=(n, 3))
        free = np.linalg.qr(np.hstack([points, np.ones((n, 1))]))[0]
        root = random.normal(size=(n, n))
        root -= root @ free @ free.T
        deform = sigmatch._core.Deformation()
        deform.S, deform.a, deform.b = root.T @ root / n, 1 / n, 0.05
        setattr(problem, f"deform_{side}", deform)
        setattr(problem, f"points_{side}", points)
        setattr(problem, f"h_{side}", np.zeros(n))
    problem.allowed = np.ones((n, n), dtype=bool)
    return problem


if __name__ == "__main__":
    unittest.main()
