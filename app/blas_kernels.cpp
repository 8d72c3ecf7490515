#include "blas_kernels.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

extern "C" char* openblas_get_corename();

namespace {

/// The best kernels that this processor can run, or null for those that any can.
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

void restart_with_fitting_kernels(char** argv) {
    constexpr const char* choice = "OPENBLAS_CORETYPE";
    if (std::getenv(choice) || std::strcmp(openblas_get_corename(), "Prescott") != 0) return;
    const char* kernels = fitting_kernels();
    if (!kernels || setenv(choice, kernels, 1) != 0) return;
    execv("/proc/self/exe", argv);  // returns only if it fails, and then all is well but slower
}
