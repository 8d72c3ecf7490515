#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "io/spelling.h"
#include "pipeline/result_json.h"
#include "sigmatch/errors.h"
#include "sigmatch/options.h"

namespace sigmatch {

namespace {

using Kind = Option::Kind;

/// The name of an option and its texts for a human reader.
struct Words {
    const char* name;
    const char* value;
    const char* help;
};

Option described(const Words& words, Kind kind) {
    Option option;
    option.name = words.name;
    option.value = words.value;
    option.help = words.help;
    option.kind = kind;
    return option;
}

[[noreturn]] void refuse(const Words& words, std::string_view what, const std::string& text) {
    throw InputError(fmt::format("`{}` takes {}, not '{}'", words.name, what, text));
}

std::string quoted(std::string_view word) {
    return fmt::format("\"{}\"", word);
}

template <class Number>
Number parse(const Words& words, const std::string& text) {
    Number number{};
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end)
        refuse(words,
               std::is_floating_point_v<Number> ? "a number"
               : std::is_signed_v<Number>       ? "a whole number"
                                                : "a whole number from 0",
               text);
    return number;
}

/// A number or an integer, depending on the type of the member. An infinite value means: not set.
template <class Number>
Option numeric(const Words& words, Number MatchOptions::*member) {
    Option option = described(words, std::is_floating_point_v<Number> ? Kind::number : Kind::integer);
    option.json = [member](const MatchOptions& options) -> std::string {
        const Number value = options.*member;
        if constexpr (std::is_floating_point_v<Number>)
            if (!std::isfinite(value)) return "null";
        return fmt::format("{}", value);
    };
    option.set = [words, member](MatchOptions& options, const std::string& text) {
        options.*member = parse<Number>(words, text);
    };
    return option;
}

/// `on`: the value of the member if the flag is given.
Option flag(const Words& words, bool MatchOptions::*member, bool on = true) {
    Option option = described(words, Kind::flag);
    option.json = [member, on](const MatchOptions& options) {
        return options.*member == on ? "true" : "false";
    };
    option.set = [words, member, on](MatchOptions& options, const std::string& text) {
        if (text != "true" && text != "false") refuse(words, "true or false", text);
        options.*member = text == "true" ? on : !on;
    };
    return option;
}

/// A choice among a few words.
template <class Value>
Option choice(const Words& words, Value MatchOptions::*member, const std::vector<Value>& values) {
    Option option = described(words, Kind::word);
    for (const Value value : values) option.words.emplace_back(name(value));
    option.json = [member](const MatchOptions& options) { return quoted(name(options.*member)); };
    option.set = [words, member, values, names = option.words](MatchOptions& options,
                                                               const std::string& text) {
        const auto found = std::find(names.begin(), names.end(), text);
        if (found == names.end()) refuse(words, fmt::format("one of {}", fmt::join(names, ", ")), text);
        options.*member = values[static_cast<size_t>(found - names.begin())];
    };
    return option;
}

/// Sets several other options at once, so it must be set before them: it is the first of the table.
Option model_option() {
    const Words words{"model", "",
                      "Objective: full (ours) or paper, with all its settings; other options follow"};
    Option option = described(words, Kind::word);
    option.words = {name(Model::full), name(Model::paper)};
    option.json = [](const MatchOptions& options) { return quoted(name(model_of(options))); };
    option.set = [words](MatchOptions& options, const std::string& text) {
        if (text != name(Model::full) && text != name(Model::paper))
            refuse(words, "one of full, paper", text);
        use_model(options, text == name(Model::paper) ? Model::paper : Model::full);
    };
    return option;
}

Option candidates_option() {
    const Words words{"candidates", "K",
                      "Rounds of candidate pruning; 0: none; auto: prove with pruning, then without"};
    Option option = numeric<int>(words, &MatchOptions::candidates);
    option.json = [](const MatchOptions& options) {
        return options.widen ? quoted("auto") : std::to_string(options.candidates);
    };
    option.set = [words](MatchOptions& options, const std::string& text) {
        if (text != "auto") {
            const int rounds = parse<int>(words, text);
            if (rounds < 0) refuse(words, "a whole number from 0, or auto", text);
            options.candidates = rounds;
        }
        options.widen = text == "auto";
    };
    return option;
}

Option within_option() {
    const Words words{"within", "PCT",
                      "Find all matches within PCT percent of the best (100 at most, or `alternatives`)"};
    Option option = described(words, Kind::number);
    option.json = [](const MatchOptions& options) {
        return std::isfinite(options.within) ? fmt::format("{}", 100 * options.within) : "null";
    };
    option.set = [words](MatchOptions& options, const std::string& text) {
        options.within = parse<double>(words, text) / 100;
        if (options.alternatives == 1) options.alternatives = 100;
    };
    return option;
}

using M = MatchOptions;

std::vector<Option> model_options() {
    return {
        model_option(),
        candidates_option(),
        numeric<double>({"lambda_def", "WEIGHT", "Weight of the deformation"}, &M::lambda_def),
        flag({"unscaled", "",
              "Take `lambda_def` as it is; by default it is meant for 500 faces and scaled to the mesh"},
             &M::lambda_scaled, false),
        numeric<double>({"lambda_ori", "WEIGHT", "Weight of the orientation; 0 leaves it out"},
                        &M::lambda_ori),
        choice<Orientation>({"orientation", "", "Orientation feature: smooth, or as in the paper"},
                            &M::orientation, {Orientation::smooth, Orientation::paper}),
        numeric<double>({"lambda_dist", "WEIGHT",
                         "Weight of differences of distances along the surface, over pairs of keypoints"},
                        &M::lambda_dist),
        numeric<double>(
            {"distance_limit", "SHARE", "Differences of distances count as this at most, in mean distances"},
            &M::distance_limit),
        numeric<double>({"lambda_pair_ori", "WEIGHT", "Weight of the orientations of pairs of keypoints"},
                        &M::lambda_pair_ori),
        numeric<double>({"cost_weight", "WEIGHT", "Weight of the costs that are given, over their mean"},
                        &M::cost_weight),
        numeric<double>({"feature_weight", "WEIGHT", "Weight of differences of the features that are given"},
                        &M::feature_weight),
        flag({"by_vertex", "", "Weigh the bending by vertices, as in the paper; by default by area"},
             &M::area_weighted, false),
        numeric<int>({"faces", "N", "Decimate to N faces first; 0: full resolution"}, &M::faces),
        choice<Laplacian>(
            {"laplacian", "",
             "Operator: robust (any triangles) or cotangent (the mesh as it is, as in the paper)"},
            &M::laplacian, {Laplacian::robust, Laplacian::cotangent}),
        choice<Prior>({"prior", "", "Deformation prior: plbo (affine maps are free) or lbo (translations)"},
                      &M::prior, {Prior::plbo, Prior::lbo}),
        flag({"one_sided", "", "Bend X towards Y only, or Y towards X where X alone is a cloud of points"},
             &M::one_sided),
        flag({"partial", "", "X or Y may be a part: keypoints of the longer list may stay without a partner"},
             &M::partial),
        numeric<double>(
            {"unmatched_cost", "COST", "With `partial`: those of the shorter list, too, at this cost each"},
            &M::unmatched_cost),
    };
}

std::vector<Option> search_options() {
    return {
        choice<Method>(
            {"method", "",
             "sigma, or to compare: descriptor (assignment of signatures), rigid (best alignment)"},
            &M::method, {Method::sigma, Method::descriptor, Method::rigid}),
        numeric<double>({"gap", "SHARE", "Relative gap that counts as proven"}, &M::relative_gap),
        numeric<double>({"time_limit", "SECONDS", "Time for the search; then the best match so far counts"},
                        &M::time_limit_s),
        numeric<int>({"alternatives", "M", "Find and prove the M best matches"}, &M::alternatives),
        within_option(),
        numeric<double>({"memory_limit", "GB", "Gigabytes for the search, roughly"}, &M::memory_limit_gb),
        numeric<int>({"threads", "N", "Threads; 0: all cores"}, &M::threads),
        numeric<std::uint64_t>({"seed", "N", "Seed of the local search"}, &M::seed),
    };
}

std::vector<Option> make_table() {
    std::vector<Option> table = model_options();
    for (Option& option : search_options()) {
        option.is_model = false;
        table.push_back(std::move(option));
    }
    return table;
}

}  // namespace

std::string Option::flag() const {
    std::string text = "--" + name;
    std::replace(text.begin(), text.end(), '_', '-');
    return text;
}

std::string Option::default_text() const {
    std::string text = json(MatchOptions());
    if (text == "null") return "";
    std::erase(text, '"');
    return text;
}

const std::vector<Option>& option_table() {
    static const std::vector<Option> table = make_table();
    return table;
}

void set_option(MatchOptions& options, const std::string& name, const std::string& value) {
    std::vector<std::string> names;
    for (const Option& option : option_table()) {
        if (option.name == name) return option.set(options, value);
        names.push_back(option.name);
    }
    throw InputError(fmt::format("there is no option '{}'{}", name, did_you_mean(name, names)));
}

nlohmann::ordered_json options_object(const MatchOptions& options, bool only_model) {
    nlohmann::ordered_json object;
    for (const Option& option : option_table())
        if (option.is_model || !only_model)
            object[option.name] = nlohmann::ordered_json::parse(option.json(options));
    return object;
}

void set_options(MatchOptions& options, const nlohmann::ordered_json& object) {
    if (object.contains("model")) set_option(options, "model", object.at("model").get<std::string>());
    for (const auto& [name, value] : object.items()) {
        if (value.is_null() || name == "model") continue;  // not set, or set already
        set_option(options, name, value.is_string() ? value.get<std::string>() : value.dump());
    }
}

std::string spelled(std::string text, const std::function<std::string(const Option&)>& spelling) {
    for (const Option& option : option_table()) {
        const std::string quoted = "`" + option.name + "`", spelt = spelling(option);
        for (size_t at = text.find(quoted); at != std::string::npos;
             at = text.find(quoted, at + spelt.size()))
            text.replace(at, quoted.size(), spelt);
    }
    return text;
}

}  // namespace sigmatch
