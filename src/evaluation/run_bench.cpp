#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>

#include "evaluation/pair_record.h"
#include "evaluation/run_pair.h"
#include "io/json_support.h"
#include "io/text_scanner.h"
#include "numerics/on_threads.h"
#include "numerics/one_blas_thread.h"
#include "pipeline/result_json.h"
#include "sigmatch/bench.h"
#include "sigmatch/io.h"
#include "sigmatch/version.h"

namespace sigmatch {

namespace {

namespace fs = std::filesystem;

/// All that results depend on. The number of threads is left out: it changes only the time.
std::string setting_json(const Setting& setting) {
    nlohmann::ordered_json text = options_object(setting.options);
    text.erase("threads");
    text["fps"] = setting.fps;
    text["scale_y"] = setting.scale_y;
    text["cloud_x"] = setting.cloud_x;
    text["cloud_y"] = setting.cloud_y;
    text["reconstruct"] = setting.reconstruct;
    text["dense"] = setting.dense;
    text["version"] = version;
    return member_per_line(text);
}

/// The first line in which two texts differ, from each text.
std::pair<std::string, std::string> first_difference(const std::string& a, const std::string& b) {
    size_t begin = 0;
    for (size_t k = 0; k < std::min(a.size(), b.size()) && a[k] == b[k]; ++k)
        if (a[k] == '\n') begin = k + 1;
    const auto line = [begin](const std::string& text) {
        const std::string rest = text.substr(std::min(begin, text.size()));
        std::string first = rest.substr(0, rest.find_first_of(",\n"));
        first.erase(0, first.find_first_not_of(' '));
        return first;
    };
    return {line(a), line(b)};
}

/// Removes temporary files of a run that was killed while writing.
void remove_remnants(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string file = entry.path().filename().string();
        if (file.starts_with('.') && file.ends_with(".tmp")) fs::remove(entry.path(), ignored);
    }
}

/// A folder belongs to one setting, so that results of different settings are not mixed.
void claim(const fs::path& folder, const Setting& setting) {
    std::error_code error;
    fs::create_directories(folder / "pairs", error);
    if (error) throw FileError((folder / "pairs").string(), "cannot be created: " + error.message());
    remove_remnants(folder);
    remove_remnants(folder / "pairs");
    const std::string path = (folder / "setting.json").string(), wanted = setting_json(setting);
    if (!fs::exists(path)) return write_file_atomically(path, wanted);
    const std::string found = load_file(path);
    if (found == wanted) return;
    const auto [before, now] = first_difference(found, wanted);
    throw InputError(fmt::format("{} holds results of another setting ({}; now {}): use another folder",
                                 folder.string(), before, now));
}

class Bench {
public:
    Bench(const std::vector<ManifestPair>& pairs, const Setting& setting, const fs::path& folder,
          const BenchOptions& options)
        : pairs_(pairs), setting_(setting), folder_(folder / "pairs"), options_(options) {
        progress_.pairs = static_cast<int>(pairs.size());
        records_.resize(pairs.size());
    }

    std::vector<PairRecord> run() {
        for (size_t k = 0; k < pairs_.size(); ++k) {
            auto record = read_record(path_of(pairs_[k]), pairs_[k]);
            if (record) record->has_report = fs::exists(report_of(pairs_[k]));
            if (record && (record->has_report || !options_.reports)) {
                ++progress_.resumed;
                finish(k, std::move(*record));
            } else {
                open_.push_back(k);
            }
        }
        start_ = std::chrono::steady_clock::now();
        const int jobs = std::clamp(options_.jobs, 1, std::max(1, static_cast<int>(open_.size())));
        threads_ = std::max(1, threads_or_all(setting_.options.threads) / jobs);
        const OneBlasThread one_blas_thread;
        on_threads(
            jobs, [this](int) { work(); },
            [this] {
                const std::scoped_lock lock(mutex_);
                failed_ = true;
            });
        std::vector<PairRecord> done;
        for (auto& record : records_)
            if (record) done.push_back(std::move(*record));
        return done;
    }

private:
    std::string path_of(const ManifestPair& pair) const { return (folder_ / (pair.id + ".json")).string(); }

    std::string report_of(const ManifestPair& pair) const { return (folder_ / (pair.id + ".html")).string(); }

    /// Writes the report before the record: a pair counts as done if its record exists.
    void save(const ManifestPair& pair, PairOutcome& outcome) const {
        outcome.record.has_report = !outcome.report.empty();
        if (outcome.record.has_report)
            write_file_atomically(report_of(pair), outcome.report);
        else
            fs::remove(report_of(pair));  // a report of an earlier run with another input
        write_file_atomically(path_of(pair), record_json(outcome.record, pair, outcome.result));
    }

    void work() {
        while (true) {
            size_t k;
            {
                const std::scoped_lock lock(mutex_);
                if (failed_ || options_.stop.stop_requested() || next_ == open_.size()) return;
                k = open_[next_++];
            }
            PairOutcome outcome = run_pair(pairs_[k], setting_, threads_, options_.reports, options_.stop);
            if (outcome.interrupted) return;
            save(pairs_[k], outcome);
            const std::scoped_lock lock(mutex_);
            finish(k, std::move(outcome.record));
        }
    }

    void finish(size_t k, PairRecord record) {
        ++progress_.done;
        progress_.proven += record.proven();
        progress_.failed += !record.failure.empty();
        if (const int made = progress_.done - progress_.resumed; made > 0) {
            const double seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
            progress_.seconds_left = seconds / made * (progress_.pairs - progress_.done);
        }
        records_[k] = std::move(record);
        progress_.latest = &*records_[k];
        if (options_.on_pair_done) options_.on_pair_done(progress_);
    }

    const std::vector<ManifestPair>& pairs_;
    const Setting& setting_;
    const fs::path folder_;
    const BenchOptions& options_;
    std::mutex mutex_;
    std::vector<size_t> open_;  // pairs to run
    size_t next_ = 0;           // position in open_
    int threads_ = 1;
    bool failed_ = false;
    std::chrono::steady_clock::time_point start_;
    BenchProgress progress_;
    std::vector<std::optional<PairRecord>> records_;
};

}  // namespace

std::vector<PairRecord> run_bench(const std::vector<ManifestPair>& pairs, const Setting& setting,
                                  const std::string& folder, const BenchOptions& options) {
    claim(folder, setting);
    return Bench(pairs, setting, folder, options).run();
}

}  // namespace sigmatch
