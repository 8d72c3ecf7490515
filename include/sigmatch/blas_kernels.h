#pragma once

namespace sigmatch {

/// Chooses faster OpenBLAS kernels if OpenBLAS did not recognise the processor.
///
/// OpenBLAS chooses its kernels by the model number of the processor when it is loaded. For a processor newer
/// than itself it takes its oldest kernels, which are slow. This function corrects that choice, unless the
/// environment variable OPENBLAS_CORETYPE is set. Call it before other threads use OpenBLAS. The program and
/// the Python package call it when they start.
void use_fitting_blas_kernels();

}  // namespace sigmatch
