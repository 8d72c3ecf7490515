#pragma once

#include <future>
#include <utility>

namespace sigmatch {

/// Runs f() and g(), one for each shape, at once.
template <class F, class G>
void both(F&& f, G&& g) {
    auto other = std::async(std::launch::async, std::forward<F>(f));
    g();
    other.get();
}

}  // namespace sigmatch
