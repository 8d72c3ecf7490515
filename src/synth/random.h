#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace sigmatch::synth {

/// Random numbers that are the same with every standard library: only the engine is the library's.
/// Streams of one seed with different names are independent of each other.
class Random {
public:
    explicit Random(std::uint64_t seed, std::string_view stream = "") : engine_(mix(seed, stream)) {}

    /// In [0, 1).
    double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    int below(int n) { return static_cast<int>(uniform() * n); }
    std::uint64_t seed() { return 1 + (engine_() >> 32); }

    double normal() {
        double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

    Eigen::Matrix3d rotation() {
        Eigen::Vector4d q;
        for (double& component : q) component = normal();
        q.normalize();
        return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
    }

    std::vector<int> permutation(int n) {
        std::vector<int> order(n);
        std::iota(order.begin(), order.end(), 0);
        for (int i = n - 1; i > 0; --i) std::swap(order[i], order[below(i + 1)]);
        return order;
    }

private:
    static std::uint64_t mix(std::uint64_t seed, std::string_view stream) {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (char c : stream) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
        return hash ^ (seed * 0x9e3779b97f4a7c15u);
    }

    std::mt19937_64 engine_;
};

}  // namespace sigmatch::synth
