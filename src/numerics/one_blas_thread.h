#pragma once

namespace sigmatch {

/// While one of these lives BLAS works on the callers' threads alone: we run things side by side ourselves,
/// and BLAS threads on top of that would only wait for each other. The last one gives the first one's setting
/// back.
class OneBlasThread {
public:
    OneBlasThread();
    ~OneBlasThread();
    OneBlasThread(const OneBlasThread&) = delete;
    OneBlasThread& operator=(const OneBlasThread&) = delete;
};

}  // namespace sigmatch
