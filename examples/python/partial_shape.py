"""A whole creature and a part of one, with fewer keypoints."""

import sigmatch

whole, keypoints_x, names_x = sigmatch.creature("quadruped", vertices=1500)
part, keypoints_y, names_y = sigmatch.creature("quadruped", pose="walk", vertices=1500, keep=0.6)

# Every second keypoint: partial matches have more freedom, and are harder to prove the more keypoints there are.
names_x, keypoints_x = names_x[::2], keypoints_x[::2]
kept = [k for k, name in enumerate(names_y) if name in names_x]
names_y, keypoints_y = [names_y[k] for k in kept], keypoints_y[kept]
print(f"{len(keypoints_x)} keypoints on the whole, {len(keypoints_y)} on the part")

result = sigmatch.match(whole, part, keypoints_x, keypoints_y, partial=True, time_limit=60)
print(result)
for i, j in enumerate(result.match):
    partner = "is not on the part" if j < 0 else f"is {names_y[j]} of the part"
    print(f"{names_x[i]:>18} {partner}")
