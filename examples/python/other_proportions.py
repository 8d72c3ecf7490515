"""Not the same creature: other proportions, another triangulation, another size."""

import numpy as np

import sigmatch

x, keypoints_x, names_x = sigmatch.creature("biped", vertices=2000)
y, keypoints_y, names_y = sigmatch.creature("biped", pose="jump", kin=4, remesh=2, vertices=2500, scale=40, rotate=3)

# Every second keypoint is enough for an example; their order tells nothing.
keypoints_x, names_x = keypoints_x[::2], names_x[::2]
keypoints_y, names_y = keypoints_y[::2], names_y[::2]
order = np.random.default_rng(0).permutation(len(keypoints_y))
keypoints_y = keypoints_y[order]
names_y = [names_y[k] for k in order]

# How sure is it? The second best match, and how much worse it is.
result = sigmatch.match(x, y, keypoints_x, keypoints_y, alternatives=2)
right = sum(names_x[i] == names_y[j] for i, j in result.matches)
print(f"{right} of {len(names_x)} keypoints are right; {result.status}, gap {100 * result.gap:.2f} %")

second = result.alternatives[0]
kind = "its mirror image" if second.mirrored else "another one"
print(f"The next best match is {kind}, {100 * (second.objective / result.objective - 1):.1f} % worse.")

# Everything else follows: a point of Y for each vertex of X.
dense = result.dense_maps().x_to_y
heights = dense.carry(y.vertices[:, 2])
print(f"The heights of Y, carried to X, lie between {heights.min():.1f} and {heights.max():.1f}.")
