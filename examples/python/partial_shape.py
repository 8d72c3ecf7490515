"""A whole creature and a part of one, with fewer keypoints."""

import sigmatch

whole, keypoints_x, names_x = sigmatch.creature("quadruped", vertices=1500)
part, keypoints_y, names_y = sigmatch.creature("quadruped", pose="walk", vertices=1500, keep=0.6)
print(f"{len(keypoints_x)} keypoints on the whole, {len(keypoints_y)} on the part")

# A minute is enough for a good answer; whether it is proven, the status tells.
result = sigmatch.match(whole, part, keypoints_x, keypoints_y, partial=True, time_limit=20)
print(result)
for i, j in enumerate(result.match):
    partner = "is not on the part" if j < 0 else f"is {names_y[j]} of the part"
    print(f"{names_x[i]:>18} {partner}")
