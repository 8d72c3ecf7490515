#pragma once

namespace sigmatch {

/// OpenBLAS chooses its kernels by the model number of the processor when it is loaded, and for one that is
/// newer than itself it takes the oldest, which are slow. Where it did so on a processor that can do better,
/// and the environment (OPENBLAS_CORETYPE) does not ask for it, this chooses again. To be called before other
/// threads use OpenBLAS; the program and the Python package do so when they start.
void use_fitting_blas_kernels();

}  // namespace sigmatch
