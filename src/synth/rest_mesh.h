#pragma once

#include <cstdint>
#include <vector>

#include "sigmatch/shape.h"
#include "synth/skin.h"

namespace sigmatch::synth {

/// The skin as a closed mesh of genus 0.
struct RestMesh {
    Shape shape;
    std::vector<int> mirror;  ///< mirror image of each vertex, itself on the midline; empty if remeshed
};

/// remesh = 0: the mesh is its own mirror image, exactly. Otherwise the seed of a turned and shifted grid.
/// Throws NumericalError if no grid gives a surface of genus 0.
RestMesh mesh_skin(const Skin& skin, int vertices, std::uint64_t remesh);

}  // namespace sigmatch::synth
