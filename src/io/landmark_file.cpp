#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/landmark_distance.h"
#include "io/landmark_formats.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

/// Whether the file holds positions: its first line has several entries. Ids stand alone in a line.
bool holds_positions(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    scanner.token_in_any_line();
    return !scanner.token().empty();
}

/// The format of positions with this extension; null if there is none.
struct PositionFormat {
    LandmarkSet (*read)(const std::string& path, std::string_view contents);
    std::string (*text)(const LandmarkSet& landmarks);
    bool has_system;  ///< always written with a coordinate system
};

const PositionFormat* format_of(const std::string& extension) {
    static constexpr PositionFormat json{read_mrk_json, mrk_json_text, true},
        fcsv{read_fcsv, fcsv_text, true}, tps{read_tps, tps_text, false}, nts{read_nts, nts_text, false},
        csv{read_landmark_csv, landmark_csv_text, false}, xyz{read_landmark_xyz, landmark_xyz_text, false};
    return extension == ".mrk.json" || extension == ".json" ? &json
           : extension == ".fcsv"                           ? &fcsv
           : extension == ".tps"                            ? &tps
           : extension == ".nts" || extension == ".dta"     ? &nts
           : extension == ".csv"                            ? &csv
           : extension == ".xyz"                            ? &xyz
                                                            : nullptr;
}

bool systems_differ(const LandmarkSet& landmarks) {
    return landmarks.system != CoordinateSystem::none && landmarks.shape_system != CoordinateSystem::none &&
           landmarks.system != landmarks.shape_system;
}

void check_contents(const std::string& path, const LandmarkSet& landmarks) {
    if (landmarks.positions.rows() == 0) throw FileError(path, "an empty list of landmarks is not written");
    if (landmarks.names.size() != static_cast<std::size_t>(landmarks.positions.rows()))
        throw FileError(path, "landmarks are not written without a name for each; names may be empty");
    if (!landmarks.positions.allFinite())
        throw FileError(path, "a landmark with a coordinate that is not finite is not written");
}

}  // namespace

std::string landmark_extension(const std::string& path) {
    const std::string last = lower_case_extension(path);
    if (last != ".json") return last;
    return lower_case_extension(path.substr(0, path.size() - last.size())) == ".mrk" ? ".mrk.json" : last;
}

LandmarkSet read_landmark_file(const std::string& path, const Shape& shape, int index_base,
                               CoordinateSystem shape_system) {
    const std::string contents = load_file(path);
    const std::string extension = landmark_extension(path);
    const PositionFormat* format = format_of(extension);
    LandmarkSet landmarks = format                ? format->read(path, contents)
                            : extension == ".vts" ? read_landmark_ids(path, contents, shape, 1)
                            : holds_positions(path, contents)
                                ? read_landmark_xyz(path, contents)
                                : read_landmark_ids(path, contents, shape, index_base);
    landmarks.index_base = index_base;
    landmarks.shape_system = shape_system;
    if (systems_differ(landmarks)) landmarks.positions = in_other_system(landmarks.positions);
    return landmarks;
}

void write_landmark_file(const std::string& path, const LandmarkSet& landmarks) {
    check_contents(path, landmarks);
    const std::string extension = landmark_extension(path);
    const PositionFormat* format = format_of(extension);
    if (!format && (extension == ".vts" || !landmarks.ids.empty())) {
        if (landmarks.ids.size() != landmarks.names.size())
            throw FileError(path,
                            "landmarks without vertex ids are not written as ids; name a .mrk.json, "
                            ".fcsv, .csv, .tps, .nts or .xyz");
        write_file_atomically(path,
                              landmark_ids_text(landmarks, extension == ".vts" ? 1 : landmarks.index_base));
        return;
    }
    if (!format) format = format_of(".xyz");
    LandmarkSet as_in_file = landmarks;
    if (format->has_system && landmarks.system == CoordinateSystem::none)
        as_in_file.system = landmarks.shape_system;
    const bool keeps_system = format->has_system || extension == ".csv";
    if (keeps_system && systems_differ(as_in_file))
        as_in_file.positions = in_other_system(landmarks.positions);
    write_file_atomically(path, format->text(as_in_file));
}

std::vector<std::string> notes_on(const LandmarkSet& landmarks) {
    std::vector<std::string> notes;
    if (!landmarks.undefined.empty()) {
        std::vector<std::string> names;
        for (const std::string& name : landmarks.undefined) names.push_back(in_quotes(name));
        notes.push_back(fmt::format("{}: landmarks without a position are left out: {}", landmarks.path,
                                    fmt::join(names, ", ")));
    }
    if (landmarks.further_specimens > 0)
        notes.push_back(fmt::format("{}: holds {} specimens; the first is read", landmarks.path,
                                    landmarks.further_specimens + 1));
    return notes;
}

}  // namespace sigmatch
