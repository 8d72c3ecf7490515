"""What the tests share: small creatures, and the program to compare with."""

import os
import subprocess
import unittest

import numpy as np

import sigmatch

program = os.environ["SIGMATCH_PROGRAM"]


def pair(kind="quadruped", kin=0, vertices=900, pose="walk", every=2, **options):
    """Two creatures whose keypoints, every second of them or all, are in different orders, and the truth."""
    x, kx, names_x = sigmatch.creature(kind, vertices=vertices)
    y, ky, names_y = sigmatch.creature(kind, pose=pose, kin=kin, vertices=vertices, scale=2.5, rotate=7, **options)
    kx, names_x = kx[::every], names_x[::every]
    kept = [k for k, name in enumerate(names_y) if name in names_x]
    ky, names_y = ky[kept], [names_y[k] for k in kept]
    order = np.random.default_rng(1).permutation(len(ky))
    ky = ky[order]
    names_y = [names_y[k] for k in order]
    truth = np.array([names_y.index(name) for name in names_x if name in names_y])
    return x, kx, y, ky, truth


def run(*arguments, folder):
    """The program in a folder; fails the test if it fails."""
    done = subprocess.run([program, *map(str, arguments)], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"sigmatch {arguments}: {done.stderr}")
    return done.stdout


__all__ = ["np", "pair", "program", "run", "sigmatch", "unittest"]
