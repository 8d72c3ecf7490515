#pragma once

namespace sigmatch {

/// Some OpenBLAS kernels for products with symmetric matrices, used in the reduction to tridiagonal form,
/// read up to a vector past the last entry. Matrices for these kernels get this many additional rows.
inline constexpr int overread_rows = 16;

}  // namespace sigmatch
