#pragma once

#include <map>
#include <mutex>
#include <optional>

namespace sigmatch {

/// A value that is made when it is first asked for, and then kept. Other threads that ask meanwhile wait.
template <class Value>
class Lazy {
public:
    template <class Make>
    const Value& operator()(Make&& make) {
        const std::scoped_lock lock(mutex_);
        if (!value_) value_.emplace(make());
        return *value_;
    }

private:
    std::mutex mutex_;
    std::optional<Value> value_;
};

/// The same for one value per key.
template <class Key, class Value>
class LazyMap {
public:
    template <class Make>
    const Value& operator()(const Key& key, Make&& make) {
        const std::scoped_lock lock(mutex_);
        auto found = values_.find(key);
        if (found == values_.end()) found = values_.emplace(key, make()).first;
        return found->second;
    }

private:
    std::mutex mutex_;
    std::map<Key, Value> values_;
};

}  // namespace sigmatch
