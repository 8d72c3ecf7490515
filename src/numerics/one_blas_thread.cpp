#include "numerics/one_blas_thread.h"

#include <cblas.h>

#include <mutex>

namespace sigmatch {

namespace {

std::mutex mutex;
int alive = 0;
int threads_before = 1;

}  // namespace

OneBlasThread::OneBlasThread() {
    const std::scoped_lock lock(mutex);
    if (alive++ > 0) return;
    threads_before = openblas_get_num_threads();
    openblas_set_num_threads(1);
}

OneBlasThread::~OneBlasThread() {
    const std::scoped_lock lock(mutex);
    if (--alive == 0) openblas_set_num_threads(threads_before);
}

}  // namespace sigmatch
