#include "arrays.h"
#include "modules.h"
#include "sigmatch/blas_kernels.h"
#include "sigmatch/errors.h"
#include "sigmatch/options.h"
#include "sigmatch/verify.h"
#include "sigmatch/version.h"

using namespace sigmatch;

MatchOptions match_options(const OptionTexts& texts) {
    MatchOptions options;
    for (const auto& [name, text] : texts) set_option(options, name, text);
    return options;
}

namespace {

const char* kind_name(Option::Kind kind) {
    switch (kind) {
        case Option::Kind::flag:
            return "bool";
        case Option::Kind::integer:
            return "int";
        case Option::Kind::number:
            return "float";
        case Option::Kind::word:
            return "str";
    }
    return "";
}

/// The table as Python sees it: name, type, unit, help, words, is_model, default as JSON.
py::list option_rows() {
    py::list rows;
    for (const Option& option : option_table())
        rows.append(py::make_tuple(option.name, kind_name(option.kind), option.value, option.help,
                                   option.words, option.is_model, option.json(MatchOptions())));
    return rows;
}

}  // namespace

PYBIND11_MODULE(_core, m) {
    use_fitting_blas_kernels();
    m.attr("__version__") = version;
    m.def("library_versions", &library_versions, "The libraries that this one is made with, in one line.");
    m.def("option_rows", &option_rows);
    // Those that derive from others come last: they are tried first.
    const auto explain = [](auto& exception, const char* text) { exception.attr("__doc__") = text; };
    auto& input = py::register_exception<InputError>(m, "InputError", PyExc_ValueError);
    explain(input, "What was given cannot be used. The text says what is wrong, where, and what to do.");
    auto& file =
        py::register_exception<FileError>(m, "FileError", py::make_tuple(input, py::handle(PyExc_OSError)));
    explain(file, "A file cannot be read or written, or does not hold what its name promises.");
    explain(py::register_exception<NumericalError>(m, "NumericalError", PyExc_RuntimeError),
            "The computation failed on input that looked sound.");
    explain(py::register_exception<VerificationError>(m, "VerificationError", PyExc_RuntimeError),
            "A certificate does not prove what it states; the text says where.");
    bind_shapes(m);
    bind_stages(m);
    bind_search(m);
    bind_match(m);
    bind_automatic(m);
}
