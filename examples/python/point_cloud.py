"""A mesh and a cloud of points, as from a scanner: no triangles, some noise."""

import numpy as np

import sigmatch

x, keypoints_x, _ = sigmatch.creature("quadruped", vertices=2000)
cloud, keypoints_y, _ = sigmatch.creature("quadruped", pose="sit", vertices=2000, cloud_points=2500, rotate=5)
points = cloud.vertices + 0.002 * np.random.default_rng(0).normal(size=cloud.vertices.shape)

# An array of points is a cloud; a file without faces is one, too.
result = sigmatch.match(x, points, keypoints_x, keypoints_y)
right = np.count_nonzero(result.match == np.arange(len(keypoints_x)))
print(result)
print(f"{right} of {len(keypoints_x)} keypoints are right.")
for warning in result.warnings:
    print("note:", warning)
