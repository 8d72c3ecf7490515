#pragma once

#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "sigmatch/match.h"

namespace py = pybind11;

/// A numpy array that takes the matrix over: nothing is copied.
template <class Matrix>
py::array owned(Matrix matrix) {
    return py::cast(std::make_unique<Matrix>(std::move(matrix)).release(),
                    py::return_value_policy::take_ownership);
}

/// A list of whole numbers as numpy has them.
inline py::array_t<std::int64_t> integers(const std::vector<int>& values) {
    py::array_t<std::int64_t> array(static_cast<py::ssize_t>(values.size()));
    std::copy(values.begin(), values.end(), array.mutable_data());
    return array;
}

/// Options as text, by name: what the caller wrote, for the one table to read.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;
sigmatch::MatchOptions match_options(const OptionTexts& texts);
