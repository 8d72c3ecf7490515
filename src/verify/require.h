#pragma once

#include <fmt/core.h>

#include "sigmatch/verify.h"

namespace sigmatch {

template <class... Args>
void require(bool condition, fmt::format_string<Args...> what, Args&&... args) {
    if (!condition) throw VerificationError(fmt::format(what, std::forward<Args>(args)...));
}

}  // namespace sigmatch
