from support import np, pair, sigmatch, unittest


class StagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x, cls.kx, cls.y, cls.ky, cls.truth = pair(vertices=700)
        cls.problem = sigmatch.build_problem(cls.x, cls.y, cls.kx, cls.ky)

    def test_operator_and_its_inverse(self):
        D = sigmatch.plbo(self.x)
        self.assertEqual(D.size, len(self.x.vertices))
        np.testing.assert_allclose(D.kernel.T @ D.kernel, np.eye(4), atol=1e-12)
        self.assertLess(np.abs(D.apply(self.x.vertices)).max(), 1e-9)  # affine maps are free
        random = np.random.default_rng(0).normal(size=(D.size, 2))
        random -= D.kernel @ (D.kernel.T @ random)
        np.testing.assert_allclose(D.apply(D.pseudo_inverse(random)), random, atol=1e-8)
        self.assertEqual(sigmatch.plbo(self.x, prior="lbo").kernel.shape[1], 1)

    def test_reduction_is_the_energy_of_the_bent_shape(self):
        D = sigmatch.plbo(self.x)
        reduction = sigmatch.reduce(D, self.kx)
        positions = self.x.vertices[self.kx] + 0.1 * np.random.default_rng(1).normal(size=(len(self.kx), 3))
        bent = sigmatch.bend(D, self.kx, reduction, positions)
        np.testing.assert_allclose(bent[self.kx], positions, atol=1e-7)
        energy = np.linalg.norm(D.apply(bent)) ** 2
        np.testing.assert_allclose(np.trace(positions.T @ reduction.S @ positions), energy, rtol=1e-6)

    def test_features_and_distances(self):
        h = sigmatch.orientation_feature(self.x)
        mirrored = self.x.vertices * [-1, 1, 1]
        flipped = sigmatch.orientation_feature((mirrored, self.x.faces))
        np.testing.assert_allclose(flipped, -h, atol=1e-5)
        np.testing.assert_allclose(sigmatch.match(self.x, self.y, self.kx, self.ky).orientation_x, h, atol=1e-5)
        distances = sigmatch.geodesic_distances(self.x, self.kx)
        straight = np.linalg.norm(self.x.vertices[self.kx][:, None] - self.x.vertices[self.kx][None], axis=2)
        self.assertTrue((distances >= straight - 1e-9).all())
        np.testing.assert_array_equal(distances, distances.T)
        mask = sigmatch.prune_candidates(distances, sigmatch.geodesic_distances(self.y, self.ky), 11)
        self.assertTrue(mask[np.arange(len(self.kx)), self.truth].all())
        self.assertEqual(mask.sum(), self.problem.allowed.sum())
        self.assertTrue(sigmatch.prune_candidates(distances, distances, 0).all())

    def test_solve_is_the_second_half_of_match(self):
        solution = sigmatch.solve(self.problem)
        np.testing.assert_array_equal(solution.match, self.truth)
        self.assertEqual(solution.status, "optimal")
        self.assertEqual(solution.trace.shape[1], 3)
        terms = sigmatch.evaluate(self.problem, solution.match)
        self.assertAlmostEqual(sum(terms.values()), solution.objective, delta=1e-12)
        objective = sigmatch.match(self.x, self.y, self.kx, self.ky).objective
        self.assertAlmostEqual(solution.objective / objective, 1, 12)  # up to rounding

    def test_evaluate_wants_a_match(self):
        for wrong in ([0] * len(self.kx), list(range(len(self.kx) - 1)), [-1] + list(range(1, len(self.kx)))):
            with self.assertRaises(sigmatch.InputError):
                sigmatch.evaluate(self.problem, wrong)

    def test_arrays_are_views(self):
        self.assertIs(self.x.vertices.base, self.x)
        with self.assertRaises(ValueError):
            self.x.vertices[0, 0] = 1
        vertices, faces = self.x.vertices, self.x.faces
        twin = sigmatch.Shape(np.asfortranarray(vertices), faces.astype(np.uint32))
        np.testing.assert_array_equal(twin.vertices, vertices)
        np.testing.assert_array_equal(twin.faces, faces)

    def test_keypoints_for_when_there_are_none(self):
        points = sigmatch.farthest_points(self.x, 12)
        self.assertEqual(len(set(points.tolist())), 12)


if __name__ == "__main__":
    unittest.main()
