#include "solver/lifted/lifted_sdp.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "numerics/multiply.h"
#include "numerics/single_precision.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXf;
using Eigen::VectorXf;

constexpr float cold_beta = 15, warm_beta = 2;
constexpr float step_length = 1.618f;
constexpr int filter_degree = 8;

int block_size(int rank) {
    return rank + std::max(6, rank / 4);
}

}  // namespace

LiftedSdp::LiftedSdp(std::shared_ptr<const LiftedSpace> space) : space_(std::move(space)) {
    Z_ = MatrixXf::Zero(space_->size(), space_->size());
    L_ = Y_ = R_ = Z_;
    // Q = I - Y T Y'. Its first columns span the normals, the others span the face.
    reflectors_ = space_->normals_single();
    const int size = space_->size(), outside = static_cast<int>(reflectors_.cols());
    VectorXf scales(outside);
    LAPACKE_sgeqrf(LAPACK_COL_MAJOR, size, outside, reflectors_.data(), size, scales.data());
    for (int k = 0; k < outside; ++k) {
        reflectors_.col(k).head(k).setZero();
        reflectors_(k, k) = 1;
    }
    reflector_weights_ = MatrixXf::Zero(outside, outside);
    LAPACKE_slarft(LAPACK_COL_MAJOR, 'F', 'C', size, outside, reflectors_.data(), size, scales.data(),
                   reflector_weights_.data(), outside);
}

void LiftedSdp::start_from(const Match& match) {
    VectorXf y = VectorXf::Zero(space_->size());
    y[0] = 1;
    for (int i = 0; i < space_->keypoints(); ++i)
        if (const int s = space_->index(i, match[i])) y[s] = 1;
    Y_ = y * y.transpose();
    Z_.setZero();
    beta_ = cold_beta;
}

void LiftedSdp::add_start(const Iterates& other, float primal_weight, float dual_weight) {
    if (space_ == other.space) {
        Y_ += primal_weight * other.Y;
        Z_ += dual_weight * other.Z;
    } else {
        const std::vector<int> at = space_->positions_in(*other.space);
        for (int t = 0; t < space_->size(); ++t)
            for (int s = 0; s < space_->size(); ++s) {
                if ((s > 0 && at[s] == 0) || (t > 0 && at[t] == 0)) continue;
                Y_(s, t) += primal_weight * other.Y(at[s], at[t]);
                Z_(s, t) += dual_weight * other.Z(at[s], at[t]);
            }
    }
    beta_ = warm_beta;
}

void LiftedSdp::set_cost(const Eigen::MatrixXd& cost) {
    L_ = cost.cast<float>();
    W_ = Y_ + Z_ / beta_;
    follow_ = false;
    full_rank_ = -1;
    iterations_ = 0;
}

void LiftedSdp::step() {
    // A new beta moves the spectrum, so the subspace does not fit any more. A dual to be certified should be
    // exact. One full step serves both.
    const bool exact = ++iterations_ % period == 0;
    if (exact) adapt_beta();
    project(exact);
    update();
}

Eigen::MatrixXf LiftedSdp::dual() const {
    return beta_used_ * (W_used_ - R_);
}

void LiftedSdp::project(bool exact) {
    if (exact || !follow_ || !project_filtered()) project_fully();
}

// Projects the eigenvalues onto the simplex of sum n + 1. Returns how many stay positive.
int LiftedSdp::take_simplex_part(const VectorXf& descending) {
    const double trace = space_->keypoints() + 1;
    double sum = 0;
    int count = 0;
    for (; count < descending.size(); ++count) {
        const double candidate = (sum + descending[count] - trace) / (count + 1);
        if (descending[count] <= candidate) break;
        sum += descending[count];
        threshold_ = candidate;
    }
    return count;
}

void LiftedSdp::assemble(const MatrixXf& vectors, const VectorXf& values) {
    MatrixXf scaled = vectors.leftCols(rank_);
    for (int k = 0; k < rank_; ++k)
        scaled.col(k) *= std::sqrt(std::max(0.0f, values[k] - static_cast<float>(threshold_)));
    multiply(false, true, 1, scaled, scaled, 0, R_);
}

// result = (projected W) block, for a block that lies in the face.
void LiftedSdp::apply(const MatrixXf& block, MatrixXf& result) const {
    multiply(false, false, 1, W_, block, 0, result);
    MatrixXf coefficients;
    multiply(true, false, 1, space_->normals_single(), result, 0, coefficients);
    multiply(false, false, -1, space_->normals_single(), coefficients, 1, result);
}

// The face part of Q' W Q = W - Z Y' - Y Z', with Z = W Y T - Y (T' Y' W Y T) / 2.
MatrixXf LiftedSdp::face_part() const {
    const MatrixXf &Y = reflectors_, &T = reflector_weights_;
    const Eigen::Index face = Y.rows() - Y.cols();
    MatrixXf WY, Z, YZ, half;
    multiply(false, false, 1, W_, Y, 0, WY);
    multiply(false, false, 1, WY, T, 0, Z);
    multiply(true, false, 1, Y, Z, 0, YZ);
    multiply(true, false, 0.5f, T, YZ, 0, half);
    multiply(false, false, -1, Y, half, 1, Z);
    const MatrixXf Y_face = Y.bottomRows(face), Z_face = Z.bottomRows(face);
    MatrixXf part = W_.bottomRightCorner(face, face);
    multiply(false, true, -1, Z_face, Y_face, 1, part);
    multiply(false, true, -1, Y_face, Z_face, 1, part);
    return part;
}

// Q (0, vectors): coordinates in the face become coordinates of the lift.
MatrixXf LiftedSdp::out_of_face(const MatrixXf& vectors) const {
    const MatrixXf Y_face = reflectors_.bottomRows(vectors.rows());
    MatrixXf inner, weighted, result = MatrixXf::Zero(reflectors_.rows(), vectors.cols());
    result.bottomRows(vectors.rows()) = vectors;
    multiply(true, false, 1, Y_face, vectors, 0, inner);
    multiply(false, false, 1, reflector_weights_, inner, 0, weighted);
    multiply(false, false, -1, reflectors_, weighted, 1, result);
    return result;
}

void LiftedSdp::project_fully() {
    const PartialEigen eigen(face_part());
    follow_ = false;
    if (!eigen.ok()) return;  // R stays as it is: a poor step, but steps prove nothing
    const VectorXf& values = eigen.values();
    const VectorXf descending = values.reverse();
    rank_ = take_simplex_part(descending);
    const int face = static_cast<int>(values.size()), wanted = std::min(block_size(rank_), face);
    MatrixXf vectors;
    if (!eigen.largest(wanted, vectors)) return;
    block_ = out_of_face(vectors.rowwise().reverse());
    ritz_ = descending.head(wanted);
    assemble(block_, ritz_);
    spectrum_floor_ = std::min(values[0], 0.0f) * 1.1 - 1e-3;
    // The subspace is faster only if it has less than a quarter of the dimension. It can follow the spectrum
    // only after the spectrum has settled.
    const bool settled = std::abs(rank_ - full_rank_) <= 2 + rank_ / 8;
    full_rank_ = rank_;
    follow_ = settled && wanted <= face / 4;
}

bool LiftedSdp::project_filtered() {
    const int columns = static_cast<int>(block_.cols());
    const double low = spectrum_floor_, high = std::min<double>(ritz_[columns - 1], threshold_);
    if (high - low < 1e-6) return false;
    const float centre = static_cast<float>((low + high) / 2), half = static_cast<float>((high - low) / 2);
    // Scaled Chebyshev recurrence: damps [low, high], never overflows above it.
    const float top = std::max(ritz_[0], static_cast<float>(high) + 1e-3f);
    float sigma = half / (top - centre);
    const float sigma_first = sigma;
    MatrixXf previous = block_, current, next;
    apply(previous, current);
    current = (current - centre * previous) * (sigma / half);
    for (int k = 2; k <= filter_degree; ++k) {
        const float sigma_next = 1 / (2 / sigma_first - sigma);
        apply(current, next);
        next = (next - centre * current) * (2 * sigma_next / half) - (sigma * sigma_next) * previous;
        previous.swap(current);
        current.swap(next);
        sigma = sigma_next;
    }
    for (int k = 0; k < columns; ++k) {
        const float norm = current.col(k).norm();
        if (!(norm > 1e-30f) || !std::isfinite(norm)) return false;
        current.col(k) /= norm;
    }
    if (!orthonormalise(current)) return false;
    apply(current, next);
    MatrixXf small;
    multiply(true, false, 1, current, next, 0, small);
    VectorXf values;
    if (!decompose(small, values)) return false;
    if (values[0] < low) return false;  // the floor was too high, so the filter amplified the wrong end
    const MatrixXf rotation = small.rowwise().reverse();
    multiply(false, false, 1, current, rotation, 0, block_);
    ritz_ = values.reverse();
    rank_ = take_simplex_part(ritz_);
    if (rank_ + 2 > columns) return false;
    assemble(block_, ritz_);
    if (columns > 2 * block_size(rank_)) {
        const int fewer = block_size(rank_) + 4;
        block_ = block_.leftCols(fewer).eval();
        ritz_ = ritz_.head(fewer).eval();
    }
    return true;
}

void LiftedSdp::update() {
    const float inverse = 1 / beta_;
    double primal = 0, dual = 0;
    W_used_.swap(W_);
    beta_used_ = beta_;
    W_.resize(space_->size(), space_->size());
    Eigen::ArrayXf fresh(space_->size()), gap(space_->size());
    for (int t = 0; t < space_->size(); ++t) {
        auto y = Y_.col(t).array(), z = Z_.col(t).array();
        const auto r = R_.col(t).array();
        fresh =
            (r - (L_.col(t).array() + z) * inverse).max(0.0f).min(1.0f) * space_->support().col(t).array();
        if (t == 0) fresh[0] = 1;
        gap = fresh - r;
        primal += gap.square().sum();
        dual += (fresh - y).square().sum();
        y = fresh;
        z += (step_length * beta_) * gap;
        W_.col(t).array() = fresh + z * inverse;
    }
    primal_residual_ = std::sqrt(primal);
    dual_residual_ = beta_ * std::sqrt(dual);
}

// We want the dual, so the primal residual counts less than in the textbook rule.
void LiftedSdp::adapt_beta() {
    const double primal = 0.3 * beta_ * primal_residual_;
    float factor = 1;
    if (primal > 3 * dual_residual_) factor = 1.4f;
    if (dual_residual_ > 3 * primal) factor = 1 / 1.4f;
    const float beta = std::clamp(beta_ * factor, 2e-3f, 50.0f);
    if (beta == beta_) return;
    beta_ = beta;
    W_ = Y_ + Z_ / beta_;
}

}  // namespace sigmatch
