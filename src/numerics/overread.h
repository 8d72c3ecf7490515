#pragma once

namespace sigmatch {

/// Some of OpenBLAS's kernels for products with symmetric matrices, which reduce them to tridiagonal form,
/// read up to a vector past the last entry. Matrices for them get so many rows more.
inline constexpr int overread_rows = 16;

}  // namespace sigmatch
