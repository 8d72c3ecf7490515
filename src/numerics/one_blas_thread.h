#pragma once

namespace sigmatch {

/// While an object of this class lives, BLAS works on the callers' threads alone. We run work side by side
/// ourselves, and additional BLAS threads would only wait for each other. The last object restores the
/// setting that the first one found.
class OneBlasThread {
public:
    OneBlasThread();
    ~OneBlasThread();
    OneBlasThread(const OneBlasThread&) = delete;
    OneBlasThread& operator=(const OneBlasThread&) = delete;
};

}  // namespace sigmatch
