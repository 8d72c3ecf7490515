#include "pipeline/knowledge_json.h"

#include "io/json_support.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using nlohmann::json;
using Pairs = std::vector<std::pair<int, int>>;

struct NamedMatrix {
    const char* name;
    Eigen::MatrixXd Knowledge::*member;
};
constexpr NamedMatrix matrices[] = {{"cost", &Knowledge::cost},
                                    {"features_x", &Knowledge::features_x},
                                    {"features_y", &Knowledge::features_y}};

json rows_of(const Eigen::MatrixXd& matrix) {
    json rows = json::array();
    for (const auto& row : matrix.rowwise()) rows.push_back(std::vector<double>(row.begin(), row.end()));
    return rows;
}

Eigen::MatrixXd parse_matrix(const json& rows) {
    const auto height = static_cast<Eigen::Index>(rows.size());
    const auto width = static_cast<Eigen::Index>(rows.at(0).size());
    Eigen::MatrixXd matrix(height, width);
    for (Eigen::Index i = 0; i < height; ++i) {
        const auto row = rows.at(static_cast<size_t>(i)).get<std::vector<double>>();
        if (std::ssize(row) != width)
            throw InputError("its header has a matrix with rows of several lengths");
        matrix.row(i) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), width);
    }
    return matrix;
}

Pairs parse_pairs(const json& values) {
    Pairs pairs;
    for (const json& value : values) {
        const auto i = json_int(value.at(0)), j = json_int(value.at(1));
        if (!i || !j) throw InputError("its header has something else where a pair should be");
        pairs.emplace_back(*i, *j);
    }
    return pairs;
}

}  // namespace

json knowledge_object(const Knowledge& knowledge) {
    json object = json::object();
    Pairs known;
    for (size_t i = 0; i < knowledge.known.size(); ++i)
        if (knowledge.known[i] != unmatched) known.emplace_back(static_cast<int>(i), knowledge.known[i]);
    if (!known.empty()) object["known"] = known;
    if (!knowledge.forbidden.empty()) object["forbidden"] = knowledge.forbidden;
    for (const auto& [name, member] : matrices)
        if ((knowledge.*member).size() > 0) object[name] = rows_of(knowledge.*member);
    return object;
}

Knowledge parse_knowledge(const json& object, std::size_t n, std::size_t m) {
    Knowledge knowledge;
    if (object.contains("known")) {
        knowledge.known.assign(n, unmatched);
        for (const auto& [i, j] : parse_pairs(object.at("known"))) {
            if (i < 0 || static_cast<std::size_t>(i) >= n)
                throw InputError("its header knows a pair of a keypoint that X has not");
            knowledge.known[static_cast<std::size_t>(i)] = j;
        }
    }
    if (object.contains("forbidden")) knowledge.forbidden = parse_pairs(object.at("forbidden"));
    for (const auto& [name, member] : matrices)
        if (object.contains(name)) knowledge.*member = parse_matrix(object.at(name));
    check(knowledge, static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(m));
    return knowledge;
}

}  // namespace sigmatch
