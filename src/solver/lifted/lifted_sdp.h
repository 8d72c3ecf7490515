#pragma once

#include <Eigen/Core>
#include <memory>

#include "solver/lifted/lifted_space.h"

namespace sigmatch {

/// The doubly nonnegative relaxation of min y' L y over the lifted matches, by the splitting
///
///     min <L, Y>   s.t.  Y = R,   Y in [0, 1] on the support, Y_00 = 1,   R psd on the face, tr R = n + 1
///
/// It is solved by ADMM in single precision. The iterates prove nothing; BoundCertifier does. Nearly all of
/// the time goes into the projection of R. A Chebyshev-filtered subspace tracks the few eigenvectors above
/// the threshold from step to step. When their number outgrows the subspace, there is a full decomposition.
class LiftedSdp {
public:
    explicit LiftedSdp(std::shared_ptr<const LiftedSpace> space);

    /// Starts from the lift of one match, without dual information.
    void start_from(const Match& match);
    /// The data that another solve can start from.
    struct Iterates {
        std::shared_ptr<const LiftedSpace> space;
        Eigen::MatrixXf Y, Z;
    };
    Iterates iterates() const { return {space_, Y_, Z_}; }
    /// Adds the weighted iterates of another solve, possibly in a larger space, to the start.
    void add_start(const Iterates& other, float primal_weight, float dual_weight);
    void set_cost(const Eigen::MatrixXd& cost);

    void step();
    /// Every `period` steps the dual comes from a full decomposition. These are the moments to certify it.
    static constexpr int period = 10;
    /// A dual that is feasible for the psd constraint up to the precision of the projection.
    Eigen::MatrixXf dual() const;
    /// The expected lambda_max of the dual on the face.
    double dual_shift() const { return beta_used_ * threshold_; }
    /// The primal estimate of P_ij for the entries of the space.
    Eigen::VectorXf estimate() const { return R_.col(0).tail(space_->size() - 1); }

    const std::shared_ptr<const LiftedSpace>& space() const { return space_; }
    int iterations() const { return iterations_; }
    int rank() const { return rank_; }

private:
    void project(bool exact);
    bool project_filtered();
    Eigen::MatrixXf face_part() const;
    Eigen::MatrixXf out_of_face(const Eigen::MatrixXf& vectors) const;
    void project_fully();
    void apply(const Eigen::MatrixXf& block, Eigen::MatrixXf& result) const;
    int take_simplex_part(const Eigen::VectorXf& descending);
    void assemble(const Eigen::MatrixXf& vectors, const Eigen::VectorXf& values);
    void update();
    void adapt_beta();

    std::shared_ptr<const LiftedSpace> space_;
    Eigen::MatrixXf L_, Y_, Z_, R_, W_;               // W = Y + Z / beta: input of the next projection
    Eigen::MatrixXf W_used_;                          // W of the last projection
    Eigen::MatrixXf reflectors_, reflector_weights_;  // of the rotation that splits off the face
    Eigen::MatrixXf block_;                           // Ritz vectors, descending
    Eigen::VectorXf ritz_;
    double spectrum_floor_ = 0;
    bool follow_ = false;  // the subspace may replace the full decomposition
    float beta_ = 1, beta_used_ = 1;
    double threshold_ = 0, primal_residual_ = 0, dual_residual_ = 0;
    int rank_ = 0, full_rank_ = 0, iterations_ = 0;
};

}  // namespace sigmatch
