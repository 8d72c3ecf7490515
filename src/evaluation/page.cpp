#include "evaluation/page.h"

#include <fmt/format.h>

#include <cctype>
#include <numeric>

#include "evaluation/svg_text.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --line: #d4d8dd; --quiet: #5d6670; --bad: #b3261e; --back: #fff; --text: #1c2024 }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a4149; --quiet: #9aa4af; --bad: #ff8a80; --back: #14171a; --text: #e8eaed } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 80rem; padding: 1rem;
  background: var(--back); color: var(--text) }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th { color: var(--quiet); font-weight: 600 }
th:first-child, td:first-child, .text { text-align: left }
.failed { color: var(--bad); white-space: normal }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem }
figure { margin: 0 } figure svg { width: 100%; height: auto } figcaption { color: var(--quiet); font-size: .9rem }
footer { color: var(--quiet); margin-top: 2rem; font-size: .9rem }
)";

/// Text for a link: special characters are percent-encoded.
std::string url(const std::string& path) {
    std::string encoded;
    for (const unsigned char c : path) {
        if (std::isalnum(c) || c == '/' || c == '-' || c == '_' || c == '.' || c == '~')
            encoded += static_cast<char>(c);
        else
            encoded += fmt::format("%{:02X}", c);
    }
    return encoded;
}

std::string cells(const std::vector<std::string>& values, const char* tag = "td") {
    std::string row;
    for (const std::string& value : values) row += fmt::format("<{0}>{1}</{0}>", tag, value);
    return "<tr>" + row + "</tr>\n";
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

std::string unless(bool missing, std::string value) {
    return missing ? "–" : std::move(value);
}

std::string error_text(std::optional<double> error) {
    return unless(!error, fmt::format("{:.4f}", error.value_or(0)));
}

std::string name_of(const Run& run) {
    return run.setting.name.empty() ? "all pairs" : xml_escaped(run.setting.name);
}

std::string run_row(const Run& run) {
    const Summary s = summarise(run.records);
    const bool no_truth = s.keypoints == 0, no_symmetry = s.symmetric_pairs == 0;
    const bool unproven = run.setting.options.method != Method::sigma;
    return cells({name_of(run), std::to_string(s.pairs), std::to_string(s.failed),
                  unless(unproven, std::to_string(s.certified)),
                  unless(no_truth, percent(s.correct / std::max(1.0, 1.0 * s.keypoints))),
                  unless(no_truth, fmt::format("{:.4f}", s.auc)),
                  unless(no_truth, fmt::format("{:.4f}", s.mean_error)), error_text(s.mean_dense_error),
                  unless(no_truth, fmt::format("{:.4f}", s.auc_by_root_area)),
                  unless(no_symmetry, fmt::format("{:.4f}", s.auc_symmetric)),
                  unless(no_symmetry, fmt::format("{} of {}", s.flipped, s.symmetric_pairs)),
                  fmt::format("{:.2f}", s.median_seconds), fmt::format("{:.2f}", s.median_search_seconds),
                  unless(unproven, fmt::format("{:.2f} %", 100 * s.median_gap)),
                  unless(unproven, fmt::format("{:.2f} %", 100 * s.greatest_gap)),
                  unless(unproven, fmt::format("{:.0f}", s.median_nodes))});
}

std::string runs_table(const std::vector<Run>& runs) {
    std::string table = "<div class=\"wide\"><table>\n";
    table += cells({"setting", "pairs", "failed", "proven", "exactly right", "AUC", "mean error",
                    "dense error", "AUC, by root of area", "AUC, symmetry allowed", "flipped", "median s",
                    "search s", "median gap", "greatest gap", "nodes"},
                   "th");
    for (const Run& run : runs) table += run_row(run);
    return table + "</table></div>\n";
}

std::string stages_table(const std::vector<Run>& runs) {
    std::string table = "<div class=\"wide\"><table>\n";
    table += cells({"mean seconds", "read", "geodesics", "reduction", "features", "search", "total"}, "th");
    for (const Run& run : runs) {
        const StageSeconds s = summarise(run.records).mean_seconds;
        std::vector<std::string> row = {name_of(run)};
        for (double seconds : {s.read, s.geodesics, s.reduction, s.features, s.search, s.total})
            row.push_back(fmt::format("{:.2f}", seconds));
        table += cells(row);
    }
    return table + "</table></div>\n";
}

std::string pair_row(const Run& run, const PairRecord& record) {
    const std::string file = url(results_folder(run) + record.id);
    std::string link = fmt::format("<a href=\"{}.json\">{}</a>", file, xml_escaped(record.id));
    if (record.has_report) link += fmt::format(" (<a href=\"{}.html\">report</a>)", file);
    if (!record.failure.empty())
        return fmt::format(
            "<tr><td>{}</td><td class=\"text\">failed</td><td class=\"text failed\" colspan=\"9\">"
            "{}</td></tr>\n",
            link, xml_escaped(record.failure));
    std::string right = "–", error = "–";
    if (record.errors) {
        const std::vector<double>& errors = record.errors->by_diameter;
        right = fmt::format("{} of {}", record.errors->correct, errors.size());
        error = fmt::format("{:.4f}", std::accumulate(errors.begin(), errors.end(), 0.0) /
                                          static_cast<double>(std::max<size_t>(1, errors.size())));
        if (record.errors->flipped) right += ", flipped";
    }
    const bool unproven = run.setting.options.method != Method::sigma;
    return cells({link, xml_escaped(record.status), std::to_string(record.keypoints), right, error,
                  error_text(record.dense_error), fmt::format("{:.6g}", record.objective),
                  unless(unproven, fmt::format("{:.2f} %", 100 * record.gap)),
                  unless(unproven, std::to_string(record.nodes)),
                  fmt::format("{:.2f}", record.seconds.search), fmt::format("{:.2f}", record.seconds.total)});
}

std::string pairs_table(const Run& run) {
    std::string table = fmt::format("<h2>Pairs: {}</h2>\n<div class=\"wide\"><table>\n", name_of(run));
    table += cells({"pair", "status", "keypoints", "exactly right", "mean error", "dense error", "objective",
                    "gap", "nodes", "search s", "total s"},
                   "th");
    for (const PairRecord& record : run.records) table += pair_row(run, record);
    return table + "</table></div>\n";
}

}  // namespace

std::string results_folder(const Run& run) {
    return run.setting.name.empty() ? "pairs/" : run.setting.name + "/pairs/";
}

std::string report_page(const std::string& title, const std::vector<Run>& runs,
                        const std::vector<Figure>& figures) {
    std::string page = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        xml_escaped(title), style);
    page += runs_table(runs);
    page += "<h2>Figures</h2>\n<div class=\"figures\">\n";
    for (const Figure& figure : figures)
        page += fmt::format(
            "<figure>\n{0}\n<figcaption><a href=\"{1}.svg\">{1}.svg</a>, <a "
            "href=\"{1}.csv\">{1}.csv</a></figcaption>"
            "\n</figure>\n",
            figure.svg, figure.name);
    page += "</div>\n<h2>Time per stage</h2>\n" + stages_table(runs);
    for (const Run& run : runs) page += pairs_table(run);
    page += fmt::format(
        "<footer>Errors are geodesic distances on Y between the match and the truth, divided by the diameter "
        "of Y "
        "unless said otherwise. AUC is the area under the curve of correct keypoints on [0, 1]. sigmatch "
        "{}</footer>\n</body>\n</html>\n",
        version);
    return page;
}

}  // namespace sigmatch
