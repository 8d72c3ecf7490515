#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "sigmatch/geodesics.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// Points of a surface that are pulled to positions in space.
struct Pulls {
    std::vector<SurfacePoint> points;
    Points targets;
    Eigen::VectorXd weights;
};

/// Smooth deformations of a surface. Nodes spread over it carry an affine map each, and every vertex follows
/// the nodes near it (after embedded deformation, Sumner et al. 2007). Maps of neighbours are held alike
/// (after Amberg et al. 2007), so stretching or bending that is spread widely costs little.
class DeformationGraph {
public:
    /// `faces`: the triangles that pulled points lie on. `nodes`: vertices; some path of the graph must lead
    /// from every vertex to one of them.
    DeformationGraph(const Points& vertices, const Faces& faces, const GeodesicGraph& graph,
                     const std::vector<int>& nodes);

    struct Deformed {
        Points vertices;
        double
            roughness;  ///< the mean, over all links between nodes, of the squared difference of their maps
    };

    /// The deformation that minimises the weighted mean of the squared distances that the pulls leave, plus
    /// `stiffness` times the roughness.
    Deformed deformed(const Pulls& pulls, double stiffness) const;

private:
    using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    Rows rows_of(const std::vector<SurfacePoint>& points) const;

    Faces faces_;
    Rows followers_;                         // vertices from the unknowns: four rows of numbers per node
    Eigen::SparseMatrix<double> roughness_;  // as a quadratic form of the unknowns
};

}  // namespace sigmatch
