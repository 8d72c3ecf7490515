"""A whole data set: match all pairs, measure the errors, and look at the plots.

Run it again and it goes on where it stopped. Any manifest will do: one JSON object per line with id, x, y, kx, ky
and, where it is known, truth.
"""

import json
from pathlib import Path

import sigmatch

sigmatch.creature_dataset("creatures", pairs=2)
summary = sigmatch.bench("creatures/poses.jsonl", "results", candidates=8)
print(f"{summary.certified} of {summary.pairs} pairs proven, {summary.correct} of {summary.keypoints} keypoints right")
print(f"area under the error curve {summary.auc:.4f}, median time {summary.median_seconds:.2f} s")

# The plots are SVG files beside results/index.html, which shows them all.
for figure in sorted(Path("results").glob("*.svg")):
    print("plot:", figure)

# What came of each pair is a result.json.
for file in sorted(Path("results/pairs").glob("*.json")):
    record = json.loads(file.read_text())
    print(f"{file.stem}: {record.get('status', 'failed')}, objective {record.get('objective'):.4g}")
