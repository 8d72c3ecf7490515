#include "verify/product.h"

Eigen::MatrixXd sigmatch::product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
    return A * B;
}
