#include "sigmatch/blas_kernels.h"

#include <cblas.h>

#include <cstdlib>
#include <cstring>

// OpenBLAS calls these functions when it is loaded and unloaded. They are absent if it was built for one
// processor.
extern "C" {
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
}

namespace sigmatch {

namespace {

/// The best kernels that this processor can run. Null: only the kernels that every processor can run.
const char* fitting_kernels() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
    return nullptr;
}

}  // namespace

void use_fitting_blas_kernels() {
    constexpr const char* choice = "OPENBLAS_CORETYPE";
    const bool is_oldest = std::strcmp(openblas_get_corename(), "Prescott") == 0;
    if (std::getenv(choice) || !is_oldest || !gotoblas_dynamic_init || !gotoblas_dynamic_quit) return;
    const char* kernels = fitting_kernels();
    if (!kernels || setenv(choice, kernels, 1) != 0) return;
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    unsetenv(choice);
}

}  // namespace sigmatch
