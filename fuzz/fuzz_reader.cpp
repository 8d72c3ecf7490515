#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "sigmatch/certificate_file.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/io.h"
#include "sigmatch/manifest.h"
#include "sigmatch/verify.h"

/// fuzz_reader KIND [options of libFuzzer]: reads any bytes as a file NAME.KIND (off, ply, ..., mrk.json), or
/// as `matches` or `values`. A certificate (sigcert) is checked, too. The outcome must be something valid or
/// an InputError of one line.
namespace {

using namespace sigmatch;
namespace fs = std::filesystem;

/// A file in a folder of its own: a glTF file may name others beside it.
struct InputFile {
    explicit InputFile(const std::string& kind)
        : folder(fs::temp_directory_path() / ("sigmatch_fuzz_" + std::to_string(::getpid()))),
          path((folder / ("input." + kind)).string()) {
        fs::create_directories(folder);
    }
    ~InputFile() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }

    const fs::path folder;
    const std::string path;
};

std::string kind;

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "fuzz_reader: %s\n", what);
    std::abort();
}

void require_valid(const Shape& shape) {
    require(!finite_rows(shape.vertices).empty(), "bad vertices");
    require(shape.faces.rows() == 0 ||
                (shape.faces.minCoeff() >= 0 && shape.faces.maxCoeff() < shape.vertices.rows()),
            "bad faces");
    require(faces_on_finite_points(shape.faces, shape.vertices).rows() == shape.faces.rows(),
            "faces on vertices that are not finite");
}

/// Landmarks are looked for on it.
Shape small_shape() {
    Shape shape;
    shape.vertices = Points::Zero(6, 3);
    for (int v = 0; v < 6; ++v) shape.vertices(v, v / 2) = v % 2 ? -1 : 1;
    return shape;
}

/// What is read can be written, and is the same when it is read again.
void require_valid_landmarks(const std::string& path) {
    const Shape shape = small_shape();
    const LandmarkSet landmarks = read_landmark_file(path, shape);
    const std::string copy = fs::path(path).parent_path() / ("copy" + landmark_extension(path));
    write_landmark_file(copy, landmarks);
    require(read_landmark_file(copy, shape).positions == landmarks.positions, "written differently");
    for (const int vertex : read_landmarks(path, shape).keypoints)
        require(vertex >= 0 && vertex < 6, "bad keypoint");
}

void read(const std::string& path) {
    if (kind == "mat") {
        const DataPair pair = read_datapair(path);
        for (const MarkedShape* marked : {&pair.x, &pair.y, &pair.x_low, &pair.y_low})
            require_valid(marked->shape);
    } else if (kind == "jsonl") {
        require(!read_manifest(path).empty(), "no pairs");
    } else if (kind == "sigcert") {
        const Certificate certificate = read_certificate(path).certificate;
        try {
            require(check_proof(certificate).lower_bound >= 0, "no bound");
        } catch (const VerificationError&) {
        }
    } else if (kind == "matches") {
        require(read_matches(path, 3, 3).size() == 3, "no permutation");
    } else if (kind == "values") {
        require(read_solution(path, 3).size() == 3, "no permutation");
    } else if (kind == "txt" || kind == "vts" || kind == "mrk.json" || kind == "fcsv" || kind == "tps" ||
               kind == "nts") {
        require_valid_landmarks(path);
    } else if (kind == "csv") {
        try {
            require_valid_landmarks(path);
        } catch (const InputError&) {
            require_valid(read_shape(path));
        }
    } else {
        require_valid(read_shape(path));
    }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argument_count, char*** arguments) {
    require(*argument_count > 1, "name the kind of file first");
    kind = (*arguments)[1];
    std::swap((*arguments)[0], (*arguments)[1]);  // what remains is for libFuzzer
    ++*arguments;
    --*argument_count;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const InputFile file(kind);
    std::ofstream(file.path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    try {
        read(file.path);
    } catch (const InputError& error) {
        require(std::string(error.what()).find('\n') == std::string::npos, "a message of several lines");
    }
    return 0;
}
