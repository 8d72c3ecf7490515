#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sigmatch/shape.h"
#include "sigmatch/synth.h"

/// Shapes to try things on.
namespace sigmatch::testing {

/// A grid of (rows + 1) x (columns + 1) points on the surface p(u, v), u and v from 0 to 1, cut into
/// triangles.
Shape grid_shape(int rows, int columns, const std::function<Eigen::RowVector3d(double, double)>& p);

/// An open, curved patch: a boundary all round.
Shape patch(int rows = 12, int columns = 15);

/// A patch with every kind of triangle that has no area: collinear corners, a corner named twice, two
/// vertices in one place. Its last two vertices are on no other triangles.
Shape degenerate_surface();

/// A closed, bumpy ball: a cube's surface pushed out.
Shape bumpy_ball(int cells = 8);

/// All edges of length sqrt(8), faces outward.
Shape tetrahedron();

/// The unit sphere: an icosahedron with each face cut into 4^levels, faces outward.
Shape sphere(int levels);

/// The sphere with hills and no symmetry, star-shaped about the origin.
Shape potato(int levels);

/// The upper half of the sphere: one boundary.
Shape hemisphere(int levels);

/// A long, closed, bent worm of some rings * corners vertices.
Shape worm(int rings, int corners);

Creature creature(const std::string& kind, const std::string& pose, int vertices, std::uint64_t remesh = 0);

/// The pair with some of its keypoints: those at the given positions in kx, and their partners in the order
/// of ky.
CreaturePair with_keypoints(const CreaturePair& pair, const std::vector<int>& positions);

/// Connected surfaces of every sort, with their names.
std::vector<std::pair<std::string, Shape>> surfaces();

/// Turned, scaled and shifted.
Shape moved(const Shape& shape, double scale, std::uint64_t seed = 1);

/// Both shapes in one, not connected: the vertices of the second follow those of the first.
Shape together(const Shape& first, const Shape& second);

/// The same surface with four triangles for each one in the upper half (by number of vertices, along the
/// given axis), and two or three for those beside them. The old vertices come first.
Shape with_dense_half(const Shape& shape, int axis);

Shape with_faces(const Shape& shape, const std::vector<Eigen::RowVector3i>& more);

/// Some faces turned inside out.
Shape with_random_flips(const Shape& shape, std::uint64_t seed);

/// The same cycles of corners, each from its smallest: equal for equal orientations.
Faces from_smallest_corner(Faces faces);

bool is_connected(const Shape& shape);

/// `count` different vertices.
Keypoints some_keypoints(const Shape& shape, int count, std::uint64_t seed);

}  // namespace sigmatch::testing
