#include "bench_run.h"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>

#include "interrupt.h"
#include "progress_line.h"

using namespace sigmatch;

namespace {

std::string duration(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string bar(const BenchProgress& progress) {
    constexpr int width = 24;
    const int filled = width * progress.done / std::max(1, progress.pairs);
    std::string text = fmt::format("[{:#<{}}{:.<{}}] {} of {} pairs, {} proven", "", filled, "",
                                   width - filled, progress.done, progress.pairs, progress.proven);
    if (progress.failed > 0) text += fmt::format(", {} failed", progress.failed);
    if (progress.done > progress.resumed && progress.done < progress.pairs)
        text += fmt::format(", {} left", duration(progress.seconds_left));
    return text;
}

std::string line_of(const PairRecord& record) {
    if (!record.failure.empty()) return fmt::format("{:<28} failed: {}", record.id, record.failure);
    std::string right;
    if (record.errors)
        right = fmt::format(", {} of {} right{}", record.errors->correct, record.errors->by_diameter.size(),
                            record.errors->flipped ? " (flipped)" : "");
    if (record.dense_error) right += fmt::format(", dense error {:.2f} %", 100 * *record.dense_error);
    if (record.status == name(Status::heuristic))
        return fmt::format("{:<28} {}{}, {:.2f} s", record.id, record.status, right, record.seconds.total);
    return fmt::format("{:<28} {}, gap {:.2f} %{}, {} nodes, {:.2f} s", record.id, record.status,
                       100 * record.gap, right, record.nodes, record.seconds.total);
}

std::string total_of(const std::vector<PairRecord>& records) {
    const Summary s = summarise(records);
    std::string text = fmt::format("{} pairs, {} proven, {} failed", s.pairs, s.certified, s.failed);
    if (s.keypoints > 0)
        text += fmt::format(", {:.1f} % of the keypoints exactly right, AUC {:.4f}",
                            100.0 * s.correct / s.keypoints, s.auc);
    if (s.mean_dense_error) text += fmt::format(", dense error {:.2f} %", 100 * *s.mean_dense_error);
    return text + fmt::format(", median {:.2f} s", s.median_seconds);
}

}  // namespace

void run_bench_job(const BenchJob& job, Interrupt& interrupt) {
    const std::vector<ManifestPair> pairs = read_manifest(job.manifest);
    interrupt.search_begins();  // every pair is saved when it is done
    std::vector<Run> runs;
    for (const Setting& setting : job.settings) {
        ProgressLine line(job.quiet);
        const std::string prefix = setting.name.empty() ? "" : setting.name + ": ";
        line.stage(prefix + "starting");
        BenchOptions options;
        options.jobs = job.jobs;
        options.reports = job.reports;
        options.stop = interrupt.token();
        options.on_pair_done = [&](const BenchProgress& progress) {
            line.stage(prefix + bar(progress));
            if (!job.quiet) line.print(line_of(*progress.latest));
        };
        const std::string folder = (std::filesystem::path(job.folder) / setting.name).string();
        runs.push_back({setting, run_bench(pairs, setting, folder, options)});
        if (!job.quiet) line.print(prefix + total_of(runs.back().records));
    }
    write_report(job.folder, job.title, runs, job.axis);
    if (!job.quiet) fmt::print("{}\n", (std::filesystem::path(job.folder) / "index.html").string());
}
