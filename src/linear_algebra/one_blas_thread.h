#pragma once

#include <cblas.h>

namespace sigmatch {

/// While it lives BLAS works on the caller's thread alone: we run things side by side ourselves, and BLAS
/// threads on top of that would only wait for each other. Gives the caller's setting back.
class OneBlasThread {
public:
    OneBlasThread() : before_(openblas_get_num_threads()) { openblas_set_num_threads(1); }
    ~OneBlasThread() { openblas_set_num_threads(before_); }
    OneBlasThread(const OneBlasThread&) = delete;
    OneBlasThread& operator=(const OneBlasThread&) = delete;

private:
    int before_;
};

}  // namespace sigmatch
