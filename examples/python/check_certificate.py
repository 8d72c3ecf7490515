"""A proof that can be checked by others, with less trust and in less time than the search took."""

import sigmatch

x, keypoints_x, _ = sigmatch.creature("quadruped", vertices=2000)
y, keypoints_y, _ = sigmatch.creature("quadruped", pose="jump", kin=1, vertices=2000)

result = sigmatch.match(x, y, keypoints_x, keypoints_y, certify=True)
result.save_certificate("proof.sigcert")
print(result)

# Somebody else, with the two shapes and the file:
verdict = sigmatch.verify("proof.sigcert", x, y)
print(f"verified: no match is better by more than {100 * verdict.gap:.3f} %")

# A proof about other shapes proves nothing here.
try:
    sigmatch.verify("proof.sigcert", y, x)
except sigmatch.VerificationError as error:
    print("refused:", error)
