#include "evaluation/report_figures.h"

#include <algorithm>
#include <functional>
#include <map>

#include "evaluation/figures.h"

namespace sigmatch {

namespace {

template <class AnyPlot>
Figure figure(const std::string& name, const AnyPlot& plot) {
    return {name, plot.title, svg(plot), csv(plot)};
}

std::vector<double> all_errors(const Run& run) {
    std::vector<double> errors;
    for (const PairRecord& record : run.records)
        if (record.errors)
            errors.insert(errors.end(), record.errors->by_diameter.begin(), record.errors->by_diameter.end());
    return errors;
}

Plot pck_plot(const std::vector<Run>& runs, const std::string& title, double to,
              std::optional<double> share_from) {
    constexpr int steps = 200;
    Plot plot{
        title, {"geodesic error / diameter", {}, 0, to}, {"share of keypoints", {}, share_from, 1}, {}, {}};
    std::vector<double> thresholds;
    for (int k = 0; k <= steps; ++k) thresholds.push_back(to * k / steps);
    for (const Run& run : runs) {
        const std::vector<double> errors = all_errors(run);
        if (!errors.empty())
            plot.series.push_back({run.setting.name, thresholds, correct_keypoints(errors, thresholds)});
    }
    return plot;
}

Plot proven_plot(const std::vector<Run>& runs) {
    Plot plot{"Proven pairs over time",
              {"seconds", Scale::logarithmic, {}, {}},
              {"pairs", {}, 0, {}},
              Stroke::steps,
              {}};
    for (const Run& run : runs) {
        Series series{run.setting.name, {}, {}};
        for (const PairRecord& record : run.records)
            if (record.proven()) series.x.push_back(record.seconds.total);
        std::sort(series.x.begin(), series.x.end());
        for (size_t k = 0; k < series.x.size(); ++k) series.y.push_back(static_cast<double>(k + 1));
        if (!series.x.empty()) plot.series.push_back(std::move(series));
    }
    return plot;
}

BoxPlot gap_plot(const std::vector<Run>& runs) {
    BoxPlot plot{"Gap between the match and its proof", {"relative gap in %", {}, 0, {}}, {}};
    for (const Run& run : runs) {
        Box box{run.setting.name, {}};
        for (const PairRecord& record : run.records)
            if (record.failure.empty() && record.status != name(Status::heuristic))
                box.values.push_back(100 * record.gap);
        if (!box.values.empty()) plot.boxes.push_back(std::move(box));
    }
    return plot;
}

Plot runtime_plot(const std::vector<Run>& runs) {
    Plot plot{"Time and size",
              {"faces of both shapes", Scale::logarithmic, {}, {}},
              {"seconds", Scale::logarithmic, {}, {}},
              Stroke::points,
              {}};
    for (const Run& run : runs) {
        Series series{run.setting.name, {}, {}};
        for (const PairRecord& record : run.records) {
            if (!record.failure.empty()) continue;
            series.x.push_back(record.faces_x + record.faces_y);
            series.y.push_back(record.seconds.total);
        }
        if (!series.x.empty()) plot.series.push_back(std::move(series));
    }
    return plot;
}

/// A number of each run over its parameter, one line per series of settings.
Plot parameter_plot(const std::vector<Run>& runs, const ParameterAxis& axis, const std::string& what,
                    const std::function<std::optional<double>(const Summary&)>& number) {
    Plot plot{what,
              {axis.label, axis.logarithmic ? Scale::logarithmic : Scale::linear, {}, {}},
              {what, {}, 0, {}},
              Stroke::line_and_points,
              {}};
    std::map<std::string, Series> lines;
    for (const Run& run : runs) {
        if (!run.setting.parameter) continue;
        const auto value = number(summarise(run.records));
        if (!value) continue;
        Series& line = lines[run.setting.series];
        line.name = run.setting.series;
        line.x.push_back(*run.setting.parameter);
        line.y.push_back(*value);
    }
    for (auto& [name, line] : lines) plot.series.push_back(std::move(line));
    return plot;
}

void add_parameter_figures(std::vector<Figure>& figures, const std::vector<Run>& runs,
                           const ParameterAxis& axis) {
    const auto add = [&](const char* file, const std::string& what, auto&& number) {
        const Plot plot = parameter_plot(runs, axis, what, number);
        if (!plot.series.empty()) figures.push_back(figure(file, plot));
    };
    using Value = std::optional<double>;
    add("error_over_parameter", "Mean geodesic error / diameter",
        [](const Summary& s) { return s.keypoints > 0 ? Value(s.mean_error) : Value(); });
    add("right_over_parameter", "Share of keypoints exactly right", [](const Summary& s) {
        return s.keypoints > 0 ? Value(static_cast<double>(s.correct) / s.keypoints) : Value();
    });
    add("seconds_over_parameter", "Median seconds", [](const Summary& s) { return Value(s.median_seconds); });
    add("reconstruction_over_parameter", "Mean reconstruction error / root of area",
        [](const Summary& s) { return s.mean_reconstruction_error; });
}

}  // namespace

std::vector<Figure> report_figures(const std::vector<Run>& runs, const ParameterAxis& axis) {
    std::vector<Figure> figures;
    const Plot pck = pck_plot(runs, "Correct keypoints", 1, 0);
    if (!pck.series.empty()) {
        figures.push_back(figure("pck", pck));
        figures.push_back(figure("pck_near", pck_plot(runs, "Correct keypoints, small errors", 0.2, {})));
    }
    add_parameter_figures(figures, runs, axis);
    if (const Plot plot = proven_plot(runs); !plot.series.empty()) figures.push_back(figure("proven", plot));
    if (const BoxPlot plot = gap_plot(runs); !plot.boxes.empty()) figures.push_back(figure("gaps", plot));
    if (const Plot plot = runtime_plot(runs); !plot.series.empty())
        figures.push_back(figure("runtime", plot));
    return figures;
}

}  // namespace sigmatch
