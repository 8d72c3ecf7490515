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
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/landmarks.h"
#include "sigmatch/options.h"
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
void claim(const TransferJob& job) {
    std::string setting = fmt::format("version = {}\n", version);
    for (size_t k = 0; k < job.templates.size(); ++k)
        setting += fmt::format("template = {}\nlandmarks = {}\n", fs::absolute(job.templates[k]).string(),
                               fs::absolute(job.landmarks[k]).string());
    for (const Option& option : option_table())
        if (option.name != "threads")
            setting += fmt::format("{} = {}\n", option.name, option.json(job.options));
    std::error_code error;
    fs::create_directories(job.folder, error);
    if (error) throw FileError(job.folder, "cannot be created: " + error.message());
    const std::string path = (fs::path(job.folder) / "setting.txt").string();
    if (!fs::exists(path)) return write_file_atomically(path, setting);
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

std::string line_of(const TransferRecord& record) {
    if (!record.failure.empty()) return fmt::format("{:<28} failed: {}", record.name, record.failure);
    return fmt::format("{:<28} {} landmarks, {} to check{}, {:.1f} s", record.name,
                       record.transfer.landmarks.size(), record.doubtful(),
                       record.transfer.ambiguous ? ", ambiguous" : "", record.seconds);
}

}  // namespace

int run_transfer(const TransferJob& job, Interrupt& interrupt) {
    ProgressLine line(job.quiet);
    line.stage("preparing the template");
    const Templates templates = read_templates(job);
    claim(job);
    if (!job.quiet)
        for (const std::string& note : notes_on(templates.landmarks)) line.print(note);
    const std::vector<std::string> names = names_of(job.targets);
    interrupt.search_begins();  // every target is saved when it is done
    std::vector<TransferRecord> records;
    for (size_t k = 0; k < job.targets.size() && !interrupt.token().stop_requested(); ++k) {
        const fs::path folder(job.folder);
        const std::string path = (folder / (names[k] + ".json")).string(), &target = job.targets[k];
        std::optional<TransferRecord> record = read_transfer_record(path);
        if (!record || record->target != target || !record->failure.empty()) {
            const auto start = std::chrono::steady_clock::now();
            record = TransferRecord{names[k], target, "", templates.landmarks.names, {}, 0};
            const std::string where = fmt::format("{} of {}: {}: ", k + 1, job.targets.size(), names[k]);
            line.stage(where + "preparing");
            try {
                const AutomaticShape shape(read_shape(target), job.options, names[k]);
                AutomaticOptions options{job.options,
                                         [&](const std::string& what) { line.stage(where + what); }};
                options.match.stop = interrupt.token();
                record->transfer = transfer(templates.shapes, shape, options);
                if (interrupt.token().stop_requested()) break;
                write_landmarks((folder / (names[k] + landmark_extension(job.landmarks[0]))).string(),
                                templates.landmarks, target, shape.original(), record->transfer.landmarks);
            } catch (const InputError& error) {
                record->failure = error.what();
            }
            record->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            write_record(path, *record);
        }
        if (!job.quiet) line.print(line_of(*record));
        records.push_back(std::move(*record));
        write_tables(job.folder, records);
    }
    if (!job.quiet) line.print((fs::path(job.folder) / "index.html").string());
    return static_cast<int>(std::count_if(records.begin(), records.end(), [](const TransferRecord& record) {
        return !record.failure.empty();
    }));
}
