#pragma once

#include <pybind11/pybind11.h>

/// Each adds its part to the module.
void bind_shapes(pybind11::module_& m);
void bind_stages(pybind11::module_& m);
void bind_search(pybind11::module_& m);
void bind_match(pybind11::module_& m);
void bind_automatic(pybind11::module_& m);
