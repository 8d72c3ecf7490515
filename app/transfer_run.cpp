#include "transfer_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include "progress_line.h"
#include "sigmatch/certificate_origin.h"
#include "sigmatch/dense_map.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/landmarks.h"
#include "sigmatch/options.h"
#include "sigmatch/report.h"
#include "sigmatch/surface_landmarks.h"
#include "sigmatch/transfer.h"
#include "sigmatch/version.h"
#include "transfer_record.h"

using namespace sigmatch;

namespace {

namespace fs = std::filesystem;

struct Templates {
    std::vector<LandmarkTemplate> shapes;
    LandmarkSet landmarks;  // of the first one: names and format
};

Templates read_templates(const TransferJob& job) {
    Templates all;
    for (size_t k = 0; k < job.templates.size(); ++k) {
        Shape shape = read_shape(job.templates[k]);
        LandmarkSet set = read_landmark_file(job.landmarks[k], shape, job.index_base,
                                             coordinate_system_of_shape(job.templates[k]));
        if (set.positions.rows() == 0) throw FileError(job.landmarks[k], "holds no landmarks");
        if (k > 0 && set.positions.rows() != all.landmarks.positions.rows())
            throw FileError(
                job.landmarks[k],
                fmt::format("holds {} landmarks, but {} holds {}; templates must have the same",
                            set.positions.rows(), job.landmarks[0], all.landmarks.positions.rows()));
        std::vector<SurfacePoint> places = on_surface(set, shape);
        all.shapes.push_back(
            {AutomaticShape(std::move(shape), job.options, job.templates[k]), std::move(places)});
        if (k == 0) all.landmarks = std::move(set);
    }
    return all;
}

/// The landmarks of a target in the format of the template's.
void write_landmarks(const std::string& path, LandmarkSet set, const std::string& target, const Shape& shape,
                     const std::vector<CarriedLandmark>& landmarks) {
    set.shape_system = coordinate_system_of_shape(target);
    for (size_t i = 0; i < landmarks.size(); ++i) {
        set.positions.row(static_cast<Eigen::Index>(i)) = landmarks[i].position;
        if (set.ids.empty()) continue;
        Eigen::Index corner = 0;
        landmarks[i].place.weights.maxCoeff(&corner);
        const int face = landmarks[i].place.face;
        set.ids[i] = shape.faces.rows() > 0 ? shape.faces(face, corner) : face;
    }
    write_landmark_file(path, set);
}

/// All that results depend on; a folder belongs to one setting.
std::string setting_of(const TransferJob& job, const Templates& templates) {
    std::string text = fmt::format("version = {}\n", version);
    for (size_t k = 0; k < job.templates.size(); ++k) {
        const Shape& shape = templates.shapes[k].shape.original();
        const Shape landmarks{positions(templates.shapes[k].places, shape), Faces(0, 3)};
        text += fmt::format("template = {}, SHA-256 of the shape {}, of its landmarks {}\n",
                            fs::path(job.templates[k]).filename().string(), shape_hash(shape),
                            shape_hash(landmarks));
    }
    text += fmt::format("names = {}\n", fmt::join(templates.landmarks.names, ", "));
    for (const Option& option : option_table())
        if (option.name != "threads") text += fmt::format("{} = {}\n", option.name, option.json(job.options));
    return text;
}

/// Remnants of writing, which are hidden, do not count.
bool holds_files(const fs::path& folder) {
    const fs::directory_iterator entries(folder);
    return std::any_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
        return !entry.path().filename().string().starts_with('.');
    });
}

/// Throws InputError if the folder belongs to another setting, or holds files that we might write over.
void claim(const TransferJob& job, const std::string& setting) {
    std::error_code error;
    fs::create_directories(job.folder, error);
    if (error) throw FileError(job.folder, "cannot be created: " + error.message());
    const std::string path = (fs::path(job.folder) / "setting.txt").string();
    if (!fs::exists(path)) {
        if (holds_files(job.folder))
            throw InputError(job.folder + " holds files that are not of sigmatch transfer: use a new folder");
        return write_file_atomically(path, setting);
    }
    std::ifstream file(path);
    const std::string found((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (found != setting)
        throw InputError(fmt::format(
            "{} holds landmarks of other templates or options (see setting.txt): use another folder",
            job.folder));
}

/// Names of the targets in the folder: file names without extension, made different from each other.
std::vector<std::string> names_of(const std::vector<std::string>& targets) {
    std::vector<std::string> names;
    std::set<std::string> taken{"setting", "targets", "landmarks", "index"};
    for (const std::string& target : targets) {
        const std::string stem = fs::path(target).stem().string();
        std::string name = stem;
        for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}_{}", stem, number);
        names.push_back(name);
    }
    return names;
}

/// The record of an earlier run, unless the target has changed since or could not be used.
std::optional<TransferRecord> done_before(const std::string& path, const std::string& target) {
    std::optional<TransferRecord> record = read_transfer_record(path);
    if (!record || record->target != target || !record->failure.empty()) return {};
    std::error_code error;
    const auto changed = fs::last_write_time(target, error);
    if (error || changed > fs::last_write_time(path, error)) return {};
    return record;
}

/// A .json may be a record of ours, so landmarks have the longer extension.
std::string extension_for(const std::string& landmarks) {
    const std::string extension = landmark_extension(landmarks);
    return extension == ".json" ? ".mrk.json" : extension;
}

/// The files of one target.
struct TargetFiles {
    std::string record, landmarks, script;
};

/// Matches, and writes the landmarks and the record. Nothing if it was interrupted.
std::optional<TransferRecord> transfer_to(const std::string& target, const std::string& name,
                                          const TargetFiles& files, const TransferJob& job,
                                          const Templates& templates, const AutomaticOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    TransferRecord record{name, target, "", templates.landmarks.names, {}, 0};
    const auto fail = [&](const std::exception& error) {
        record.failure = spelled(error.what(), &Option::flag);
        fs::remove(files.landmarks);  // of an earlier run
    };
    options.on_stage("preparing");
    try {
        const AutomaticShape shape(read_shape(target), job.options, name);
        Transfer found = transfer(templates.shapes, shape, options);
        if (options.match.stop.stop_requested()) return {};
        write_landmarks(files.landmarks, templates.landmarks, target, shape.original(), found.landmarks);
        record.transfer = std::move(found);
    } catch (const InputError& error) {
        fail(error);
    } catch (const NumericalError& error) {
        fail(error);
    }
    record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fs::remove(files.script);  // of an earlier run
    write_record(files.record, record);
    return record;
}

/// The page of the folder, with the first template; nothing in a build without pages.
std::optional<TransferPage> page_of(const TransferJob& job, const Templates& templates) {
    if (!has_reports()) return {};
    const LandmarkTemplate& first = templates.shapes.front();
    return TransferPage(fs::path(job.templates[0]).filename().string(), first.shape.original(), first.places,
                        templates.landmarks.names);
}

std::string line_of(const TransferRecord& record) {
    if (!record.failure.empty()) return fmt::format("{:<28} failed: {}", record.name, record.failure);
    return fmt::format("{:<28} {} landmarks, {} to check{}, {:.1f} s", record.name,
                       record.transfer.landmarks.size(), record.doubtful().size(),
                       record.transfer.ambiguous ? ", ambiguous" : "", record.seconds);
}

}  // namespace

int run_transfer(const TransferJob& job, Interrupt& interrupt) {
    ProgressLine line(job.quiet);
    line.stage("preparing the template");
    const Templates templates = read_templates(job);
    claim(job, setting_of(job, templates));
    if (!job.quiet)
        for (const std::string& note : notes_on(templates.landmarks)) line.print(note);
    const std::optional<TransferPage> page = page_of(job, templates);
    const std::vector<std::string> names = names_of(job.targets);
    interrupt.search_begins();  // every target is saved when it is done
    std::vector<TransferRecord> records;
    for (size_t k = 0; k < job.targets.size() && !interrupt.token().stop_requested(); ++k) {
        const std::string file = (fs::path(job.folder) / names[k]).string(), &target = job.targets[k];
        const TargetFiles files{file + ".json", file + extension_for(job.landmarks[0]), file + ".js"};
        std::optional<TransferRecord> record = done_before(files.record, target);
        const bool is_new = !record;
        if (is_new) {
            const std::string where = fmt::format("{} of {}: {}: ", k + 1, job.targets.size(), names[k]);
            AutomaticOptions options{job.options, [&](const std::string& what) { line.stage(where + what); }};
            options.match.stop = interrupt.token();
            record = transfer_to(target, names[k], files, job, templates, options);
            if (!record) break;
        }
        if (page && record->failure.empty() && !fs::exists(files.script))
            write_file_atomically(files.script, page->script(names[k], read_shape(target), record->transfer));
        records.push_back(std::move(*record));
        if (is_new) write_tables(job.folder, records, page);
        if (!job.quiet) line.print(line_of(records.back()));
    }
    write_tables(job.folder, records, page);  // once more: perhaps nothing was left to do
    const auto failed = std::count_if(records.begin(), records.end(),
                                      [](const TransferRecord& record) { return !record.failure.empty(); });
    if (!job.quiet)
        line.print(fmt::format("{} of {} targets have landmarks{}; look at {}", records.size() - failed,
                               job.targets.size(), failed > 0 ? fmt::format(", {} failed", failed) : "",
                               (fs::path(job.folder) / "index.html").string()));
    return static_cast<int>(failed);
}
