"""Landmarks of one shape, carried over to shapes that have none."""

import numpy as np

import sigmatch

template, vertices, names = sigmatch.creature("quadruped", vertices=1000)
targets = [
    sigmatch.creature("quadruped", pose="walk", vertices=1000, scale=25, rotate=3)[0],
    sigmatch.creature("quadruped", pose="sit", vertices=1000)[0],
    "not_there.ply",
]

# Landmarks are positions on the template, or a file of them: .mrk.json, .fcsv, .tps, .nts, .csv.
landmarks = template.vertices[vertices]
results = sigmatch.transfer(template, landmarks, targets, names=names)
for result in results:
    print(result)

# These creatures have the same vertices, so where the landmarks should be is known.
for result, target in zip(results, targets):
    if result.error is None:
        errors = np.linalg.norm(result.positions - target.vertices[vertices], axis=1)
        size = np.linalg.norm(np.ptp(target.vertices, axis=0))
        doubtful = [name for name, look in zip(names, result.doubtful) if look]
        print(f"mean error {100 * errors.mean() / size:.1f} % of the size; somebody should look at {doubtful or 'none'}")
