#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "sigmatch/conic.h"

namespace sigmatch {

namespace {

/// The format allows 512 characters per line; shorter lines are easier to read.
constexpr std::size_t comment_width = 100;

template <class... Arguments>
void print(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

/// One or more comment lines.
void print_comment(std::string& text, const std::string& what, const char* indent = "") {
    std::istringstream words(what);
    std::string line = fmt::format("# {}", indent), word;
    bool is_empty = true;
    while (words >> word) {
        if (!is_empty && line.size() + 1 + word.size() > comment_width) {
            print(text, "{}\n", line);
            line = fmt::format("# {}  ", indent);
            is_empty = true;
        }
        line += (is_empty ? "" : " ") + word;
        is_empty = false;
    }
    print(text, "{}\n", line);
}

void print_layout(std::string& text, const char* what, const std::vector<ConeBlock>& blocks) {
    print(text, "#\n# {}, counted from 0:\n", what);
    Eigen::Index first = 0;
    for (const ConeBlock& block : blocks) {
        const std::string place = block.size == 1 ? fmt::format("{}", first)
                                                  : fmt::format("{} to {}", first, first + block.size - 1);
        print_comment(text, fmt::format("{}: {}, {}", place, block.name, block.meaning), "  ");
        first += block.size;
    }
}

const char* name(Cone cone) {
    switch (cone) {
        case Cone::free:
            return "F";
        case Cone::nonnegative:
            return "L+";
        case Cone::zero:
            return "L=";
        case Cone::second_order:
            return "Q";
    }
    return "";
}

void print_cones(std::string& text, const char* keyword, std::size_t size,
                 const std::vector<ConeBlock>& blocks) {
    print(text, "\n{}\n{} {}\n", keyword, size, blocks.size());
    for (const ConeBlock& block : blocks) print(text, "{} {}\n", name(block.cone), block.size);
}

void print_vector(std::string& text, const char* keyword, const std::vector<double>& numbers) {
    const auto zeros = std::count(numbers.begin(), numbers.end(), 0.0);
    print(text, "\n{}\n{}\n", keyword, numbers.size() - static_cast<std::size_t>(zeros));
    for (std::size_t k = 0; k < numbers.size(); ++k)
        if (numbers[k] != 0) print(text, "{} {}\n", k, numbers[k]);
}

}  // namespace

std::string cbf_text(const ConicModel& model) {
    std::string text;
    for (const std::string& note : model.notes) print_comment(text, note);
    print_layout(text, "Variables", model.variables);
    print_layout(text, "Rows", model.rows);
    print(text, "\nVER\n1\n\nOBJSENSE\nMIN\n");
    print_cones(text, "VAR", model.c.size(), model.variables);
    print(text, "\nINT\n{}\n", model.integers);
    for (Eigen::Index k = 0; k < model.integers; ++k) print(text, "{}\n", k);
    print_cones(text, "CON", model.b.size(), model.rows);
    print_vector(text, "OBJACOORD", model.c);
    print(text, "\nACOORD\n{}\n", model.A.size());
    // fmt writes the shortest text that reads back as the same number.
    for (const Eigen::Triplet<double>& entry : model.A)
        print(text, "{} {} {}\n", entry.row(), entry.col(), entry.value());
    print_vector(text, "BCOORD", model.b);
    return text;
}

}  // namespace sigmatch
