#pragma once

#include <list>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "solver/lifted/certified_bound.h"
#include "solver/lifted/lifted_space.h"
#include "solver/lifted/norm_polyhedron.h"
#include "solver/lifted/norm_sum.h"

namespace sigmatch {

/// A known match, to predict relaxations: no true bound of a quadratic exceeds its value at this match.
struct KnownMatch {
    Match match;
    double objective;         ///< in units of the last match ranked at first
    Eigen::VectorXd squares;  ///< NormSum::squares(), in the same unit, squared
};

/// A relaxation to be solved. Its quadratic has the weights w and is made for the shares in `box`.
struct LiftedTask {
    Eigen::VectorXd w;
    ShareBox box;
    double needed = 0;  ///< a bound above this cuts off the vertex
    double wanted = 1;  ///< a bound above this lifts the vertex to the target
    double reach = 1;   ///< no bound can be above this
};

/// Weights in proportion to the norms, raised to at least `floor`, then scaled to sum to one.
Eigen::VectorXd floored(const Eigen::VectorXd& norms, double floor);

/// A part of the search space: the matches on `open` whose shares lie in `box`, and what is known about them.
///
/// A relaxation with weights w proves a half-space that contains the squared norms of all these matches. The
/// half-spaces leave a polyhedron. The sum of the norms is concave in the squared norms, so its least value
/// in the polyhedron is at a vertex. This value bounds every match. The next relaxation has weights that cut
/// off the worst vertex. Every entry of P has a polyhedron of its own, with the cuts that hold for the
/// matches that contain the entry. The entry is closed when its polyhedron lies above the target.
///
/// Objectives are in units of the last match that was ranked at first. Targets are arguments, because they
/// fall during the search.
class LiftedNode {
public:
    LiftedNode(const NormSum& norms, const Mask& allowed);

    double lower() const { return lower_; }
    bool proven(double target) const { return lower_ >= target; }
    const Mask& open() const { return open_; }
    const ShareBox& box() const { return box_; }
    const std::shared_ptr<const LiftedSpace>& space() const { return space_; }
    /// The memory of this part. A shared space counts in full.
    size_t bytes() const;

    using Pool = std::list<KnownMatch>;
    /// The next relaxation. Nothing if relaxations in flight should be awaited, or if only a split is left.
    std::optional<LiftedTask> next_task(double target, const Pool& pool,
                                        const Eigen::VectorXd& incumbent_norms);
    /// Whether entries were closed since the last call.
    bool changed() { return std::exchange(asked_at_, open_.count()) != open_.count(); }
    bool idle() const { return in_flight_.empty(); }
    /// Records that a relaxation from next_task() ended with this bound.
    void finish(const LiftedTask& task, double bound);
    /// Cuts off what a bound excludes for the matches of this part, whichever node asked for the bound. False
    /// if there is no new cut.
    bool add(const LiftedTask& task, const LiftedSpace& space, const CertifiedBound& bound, double target,
             int evidence = -1);

    /// Splits this part: halves the interval of a share if this sharpens the relaxations, otherwise takes the
    /// choices of one row.
    std::vector<LiftedNode> split(double target, const Pool& pool);

    /// From now on, records in `proof` what is done with these matches, including split().
    void record_in(ProofNode& proof) { proof_ = &proof; }
    /// Closes every entry that lies above the target, so that the proof records all that is known.
    void conclude(double target) { close_entries(target); }

private:
    struct Split {
        ProofNode::End end = ProofNode::End::leaf;
        int row = 0;       ///< End::row
        double share = 0;  ///< End::share_*
        std::vector<LiftedNode> parts;
    };

    // lifted_node.cpp
    Eigen::VectorXd cut(const LiftedTask& task) const;
    void close_entries(double target);
    LiftedNode with_box(const ShareBox& box) const;
    LiftedNode pinned(int i, int j) const;
    // lifted_tasks.cpp
    bool holds_one_below(double target, const Pool& pool) const;
    double quality_near(const Eigen::VectorXd& w) const;
    LiftedTask sharpest(const Eigen::VectorXd& w, const ShareBox& box, const Pool& pool) const;
    LiftedTask task_for(const NormPolyhedron::Vertex& vertex, double target, const Pool& pool) const;
    // lifted_split.cpp
    int smallest_choice() const;
    Split by_row(int row) const;
    Split by_share(const NormPolyhedron::Vertex& vertex, const Pool& pool) const;
    Split best_split(double target, const Pool& pool) const;

    const NormSum* norms_;
    int n_;
    ShareBox box_;
    Mask open_;
    std::shared_ptr<const LiftedSpace> space_;
    NormPolyhedron root_;
    std::vector<NormPolyhedron> entry_;
    Eigen::MatrixXd entry_value_;
    std::list<Eigen::VectorXd> in_flight_;
    struct Quality {
        Eigen::VectorXd w;
        double ratio;  ///< bound / reach of the task
    };
    std::vector<Quality> qualities_;
    double lower_ = 0;
    int seeds_ = 0, closed_ = 0, relaxations_ = 0;
    Eigen::Index asked_at_ = -1;
    ProofNode* proof_ = nullptr;
};

}  // namespace sigmatch
