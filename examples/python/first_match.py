"""A first match: the same creature in two poses, one of them turned and larger."""

import sigmatch

x, keypoints_x, names = sigmatch.creature("quadruped", vertices=2000)
y, keypoints_y, _ = sigmatch.creature("quadruped", pose="walk", vertices=2000, scale=2.5, rotate=7)

# The order of the keypoints tells nothing: here Y has them the other way round.
keypoints_y = keypoints_y[::-1]

result = sigmatch.match(x, y, keypoints_x, keypoints_y)
print(result)

for i, j in result.matches:
    print(f"{names[i]:>18}: vertex {keypoints_x[i]} of X is vertex {keypoints_y[j]} of Y")

# The match bends X into the pose of Y.
sigmatch.write_shape("x_as_y.ply", (result.reconstructions.x, x.faces))
result.to_json("first_match.json")
