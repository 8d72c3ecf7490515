#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sigmatch/io.h"
#include "transfer_record.h"

using namespace sigmatch;

namespace {

namespace fs = std::filesystem;

std::string csv_text(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string html_text(const std::string& text) {
    std::string safe;
    for (const char c : text)
        safe += c == '&'   ? "&amp;"
                : c == '<' ? "&lt;"
                : c == '>' ? "&gt;"
                : c == '"' ? "&quot;"
                           : std::string(1, c);
    return safe;
}

double least_trust(const TransferRecord& record) {
    double least = 1;
    for (const CarriedLandmark& landmark : record.transfer.landmarks) least = std::min(least, landmark.trust);
    return least;
}

/// Blank if it is infinite: there is no such number.
std::string number(double value, int digits) {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "";
}

std::string targets_csv(const std::vector<TransferRecord>& records) {
    std::string text = "target,status,landmarks,doubtful,least_trust,margin,misfit,proven,failure\n";
    for (const TransferRecord& r : records) {
        text += fmt::format("{},{},", csv_text(r.name), r.status());
        if (r.failure.empty())
            text += fmt::format("{},{},{:.4f},{},{},{},\n", r.transfer.landmarks.size(), r.doubtful().size(),
                                least_trust(r), number(r.transfer.margin, 4), number(r.transfer.misfit, 5),
                                r.transfer.proven ? "yes" : "no");
        else
            text += fmt::format(",,,,,,{}\n", csv_text(r.failure));
    }
    return text;
}

std::string landmarks_csv(const std::vector<TransferRecord>& records) {
    std::string text = "target,landmark,name,x,y,z,trust,return_error,spread\n";
    for (const TransferRecord& r : records)
        for (std::size_t i = 0; i < r.transfer.landmarks.size(); ++i) {
            const CarriedLandmark& l = r.transfer.landmarks[i];
            text += fmt::format("{},{},{},{},{},{},{:.4f},{:.6f},{:.6f}\n", csv_text(r.name), i,
                                csv_text(r.landmark_names[i]), l.position[0], l.position[1], l.position[2],
                                l.trust, l.return_error, l.spread);
        }
    return text;
}

/// One row for each target, one small square for each landmark, coloured by trust.
std::string plain_page(const std::vector<TransferRecord>& records) {
    std::string text = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Landmarks</title><style>
:root { color-scheme: light dark; font: 16px system-ui, sans-serif }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8884; vertical-align: top }
i { display: inline-block; width: .8rem; height: .8rem; margin: 1px; border-radius: 2px; background: #2a9d6f }
i.doubtful { background: #d9480f }
.good { color: #2a9d6f } .check, .ambiguous, .failed { color: #d9480f; font-weight: 600 }
</style></head><body><h1>Landmarks</h1>
<p>A square is a landmark, in the order of the template. Orange ones should be looked at: point at one to see its name.</p>
<table><thead><tr><th>Target</th><th>Result</th><th>To check</th><th>Landmarks</th></tr></thead><tbody>
)";
    for (const TransferRecord& r : records) {
        std::string squares, names;
        for (std::size_t i = 0; i < r.transfer.landmarks.size(); ++i) {
            const CarriedLandmark& l = r.transfer.landmarks[i];
            const bool doubtful = l.trust < doubtful_trust;
            const std::string name =
                r.landmark_names[i].empty() ? std::to_string(i) : html_text(r.landmark_names[i]);
            squares += fmt::format("<i{} title=\"{}: trust {:.2f}\"></i>",
                                   doubtful ? " class=\"doubtful\"" : "", name, l.trust);
            if (doubtful) names += (names.empty() ? "" : ", ") + name;
        }
        text += fmt::format("<tr><td>{}</td><td class=\"{}\">{}</td><td>{}</td><td>{}</td></tr>\n",
                            html_text(r.name), r.status(), r.status(),
                            r.failure.empty() ? names : html_text(r.failure), squares);
    }
    return text + "</tbody></table></body></html>\n";
}

}  // namespace

void write_tables(const std::string& folder, const std::vector<TransferRecord>& records,
                  const std::optional<TransferPage>& page) {
    const auto write = [&](const char* name, const std::string& text) {
        write_file_atomically((fs::path(folder) / name).string(), text);
    };
    write("targets.csv", targets_csv(records));
    write("landmarks.csv", landmarks_csv(records));
    std::vector<ListedTarget> list;
    for (const TransferRecord& r : records) list.push_back({r.name, r.status(), r.failure, r.doubtful()});
    write("index.html", page ? page->html(list) : plain_page(records));
}
