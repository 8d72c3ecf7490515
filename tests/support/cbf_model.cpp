#include "support/cbf_model.h"

#include <cmath>
#include <set>
#include <sstream>
#include <stdexcept>

namespace sigmatch::testing {

using Eigen::VectorXd;

namespace {

void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error("CBF: " + what);
}

/// The lines that count; comments are kept apart.
class Lines {
public:
    explicit Lines(const std::string& text) : text_(text) {}

    bool next() {
        while (std::getline(text_, line_)) {
            require(line_.size() <= 512, "a line of more than 512 characters");
            if (line_.empty()) continue;
            if (line_[0] != '#') return true;
            comments.push_back(line_);
        }
        return false;
    }

    const std::string& line() const { return line_; }

    /// The next line, which must hold these and nothing else.
    template <class... Values>
    void read(Values&... values) {
        require(next(), "ends too soon");
        std::istringstream tokens(line_);
        std::string token;
        const auto take = [&](auto& value) {
            require(static_cast<bool>(tokens >> token), "too few entries in '" + line_ + "'");
            parse(token, value);
        };
        (take(values), ...);
        require(!(tokens >> token), "too many entries in '" + line_ + "'");
    }

    std::vector<std::string> comments;

private:
    static void parse(const std::string& token, std::string& value) { value = token; }
    static void parse(const std::string& token, int& value) {
        std::size_t end = 0;
        value = std::stoi(token, &end);
        require(end == token.size() && value >= 0, "'" + token + "' is not a count");
    }
    static void parse(const std::string& token, double& value) {
        std::size_t end = 0;
        value = std::stod(token, &end);
        require(end == token.size() && std::isfinite(value), "'" + token + "' is not a number");
    }

    std::istringstream text_;
    std::string line_;
};

std::vector<CbfModel::Domain> read_domains(Lines& lines, int& size) {
    int count = 0;
    lines.read(size, count);
    std::vector<CbfModel::Domain> domains(count);
    int first = 0;
    for (CbfModel::Domain& domain : domains) {
        lines.read(domain.cone, domain.size);
        require(std::set<std::string>{"F", "L+", "L=", "Q"}.contains(domain.cone), "cone " + domain.cone);
        domain.first = first;
        first += domain.size;
    }
    require(first == size, "the cones do not add up");
    return domains;
}

void read_vector(Lines& lines, VectorXd& values) {
    int count = 0;
    lines.read(count);
    for (; count > 0; --count) {
        int k = 0;
        double value = 0;
        lines.read(k, value);
        require(k < values.size() && values[k] == 0, "an index out of range or twice");
        values[k] = value;
    }
}

void read_matrix(Lines& lines, CbfModel& model) {
    int count = 0;
    lines.read(count);
    std::set<std::pair<int, int>> seen;
    std::vector<Eigen::Triplet<double>> entries;
    for (; count > 0; --count) {
        int row = 0, column = 0;
        double value = 0;
        lines.read(row, column, value);
        require(row < model.A.rows() && column < model.A.cols(), "an entry out of range");
        require(seen.emplace(row, column).second, "an entry twice");
        entries.emplace_back(row, column, value);
    }
    model.A.setFromTriplets(entries.begin(), entries.end());
}

/// Lines "#   49 to 69: V_x, ..." or "#   70: t_rec_x, ..." below "# Variables".
std::map<std::string, CbfModel::Group> read_groups(const std::vector<std::string>& comments) {
    std::map<std::string, CbfModel::Group> groups;
    bool here = false;
    for (const std::string& comment : comments) {
        if (comment.starts_with("# Variables")) here = true;
        if (comment.starts_with("# Rows")) here = false;
        const std::size_t colon = comment.find(": "), comma = comment.find(", ");
        if (!here || colon == std::string::npos || comma == std::string::npos || comma < colon) continue;
        std::istringstream place(comment.substr(1, colon - 1));
        int first = -1, last = -1;
        std::string to;
        place >> first;
        if (!(place >> to >> last)) last = first;
        groups[comment.substr(colon + 2, comma - colon - 2)] = {first, last - first + 1};
    }
    return groups;
}

}  // namespace

CbfModel parse_cbf(const std::string& text) {
    CbfModel model;
    Lines lines(text);
    std::set<std::string> seen;
    int variables = 0, rows = 0;
    while (lines.next()) {
        const std::string keyword = lines.line();
        require(seen.insert(keyword).second, keyword + " twice");
        require(seen.contains("VER"), "VER is not the first keyword");
        const bool needs_sizes = keyword.ends_with("COORD");
        require(!needs_sizes || (seen.contains("VAR") && seen.contains("CON")),
                keyword + " before VAR and CON");
        if (keyword == "VER") {
            lines.read(model.version);
        } else if (keyword == "OBJSENSE") {
            std::string sense;
            lines.read(sense);
            require(sense == "MIN", "not to be minimised");
        } else if (keyword == "VAR") {
            model.variables = read_domains(lines, variables);
            model.c = VectorXd::Zero(variables);
        } else if (keyword == "INT") {
            int count = 0;
            lines.read(count);
            model.integers.resize(count);
            for (int& k : model.integers) {
                lines.read(k);
                require(k < variables, "an integer out of range");
            }
        } else if (keyword == "CON") {
            model.rows = read_domains(lines, rows);
            model.b = VectorXd::Zero(rows);
            model.A.resize(rows, variables);
        } else if (keyword == "OBJACOORD") {
            read_vector(lines, model.c);
        } else if (keyword == "ACOORD") {
            read_matrix(lines, model);
        } else if (keyword == "BCOORD") {
            read_vector(lines, model.b);
        } else {
            require(false, "unknown keyword " + keyword);
        }
    }
    for (const char* keyword : {"OBJSENSE", "VAR", "INT", "CON", "OBJACOORD", "ACOORD", "BCOORD"})
        require(seen.contains(keyword), std::string("no ") + keyword);
    model.groups = read_groups(lines.comments);
    return model;
}

}  // namespace sigmatch::testing
