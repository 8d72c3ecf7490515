#include <fstream>
#include <map>
#include <random>

#include "program_support.h"
#include "support/sample_files.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;

struct Edit {
    const char* file;
    const char* from;
    const char* to;  ///< makes the file wrong
};

/// Counts, indices and coordinates that are wrong, each in an otherwise sound file.
const Edit edits[] = {
    {"shape.off", "OFF", "0FF"},
    {"shape.off", "6 8 0", "-6 8 0"},
    {"shape.off", "6 8 0", "7 8 0"},
    {"shape.off", "6 8 0", "6 9 0"},
    {"shape.off", "6 8 0", "6 7 0"},
    {"shape.off", "6 8 0", "2000000000 8 0"},
    {"shape.off", "6 8 0", "6 9000000000000000000 0"},
    {"shape.off", "6 8 0", "6 99999999999999999999999 0"},
    {"shape.off", "-1 0 0", "-1 zero 0"},
    {"shape.off", "3 0 2 4", "3 0 2 -4"},
    {"shape.off", "3 0 2 4", "3 0 2 6"},
    {"shape.off", "3 0 2 4", "3 0 2 99999999999"},
    {"shape.off", "3 0 2 4", "4000000000 0 2 4"},
    {"shape.off", "3 0 2 4", "2 0 2 4"},
    {"shape.obj", "v -1 0 0", "v -1 0"},
    {"shape.obj", "v -1 0 0", "w -1 0 0"},
    {"shape.obj", "v -1 0 0", "v -1 l 0"},
    {"shape.obj", "f 1 3 5", "f 1 3 7"},
    {"shape.obj", "f 1 3 5", "f 1 3 0"},
    {"shape.obj", "f 1 3 5", "f 1 3 -7"},
    {"shape.obj", "f 1 3 5", "f 1 3 five"},
    {"shape.obj", "f 1 3 5", "f 1 3"},
    {"shape.obj", "f 1 3 5", "f 1 3 99999999999999999999"},
    {"ascii.ply", "element vertex 6", "element vertex 7"},
    {"ascii.ply", "element vertex 6", "element vertex -6"},
    {"ascii.ply", "element vertex 6", "element vertex 6000000000"},
    {"ascii.ply", "element face 8", "element face 4000000000"},
    {"ascii.ply", "property float z", "property float w"},
    {"ascii.ply", "-1 0 0", "-1 O 0"},
    {"ascii.ply", "3 0 2 4", "3 0 2 -1"},
    {"ascii.ply", "3 0 2 4", "3 0 2 6"},
    {"ascii.ply", "3 0 2 4", "4000000000 0 2 4"},
    {"binary.ply", "element vertex 6", "element vertex 5"},
    {"binary.ply", "element vertex 6", "element vertex 600000000"},
    {"binary.ply", "element face 8", "element face 9"},
    {"binary.ply", "uchar int", "uint int"},
    {"binary.ply", "little_endian", "big_endian"},
    {"ascii.stl", "vertex 1 0 0", "vertex 1 0"},
    {"ascii.stl", "vertex 1 0 0", "vertices 1 0 0"},
    {"ascii.stl", "vertex 1 0 0\n", ""},
    {"ascii.stl", "endloop\nendfacet\n", ""},
    {"binary.stl", "\x08", "\x09"},
    {"binary.stl", "\x08", "\xff"},
    {"ascii.vtp", "NumberOfPoints=\"6\"", "NumberOfPoints=\"7\""},
    {"ascii.vtp", "NumberOfPoints=\"6\"", "NumberOfPoints=\"many\""},
    {"ascii.vtp", "NumberOfPolys=\"8\"", "NumberOfPolys=\"800000000000\""},
    {"ascii.vtp", "1 0 0 -1", "1 0 0 minus"},
    {"ascii.vtp", "0 2 4 2", "0 2 6 2"},
    {"ascii.vtp", "0 2 4 2", "0 2 -4 2"},
    {"ascii.vtp", "3 6 9", "3 9 6"},
    {"ascii.vtp", "</Points>", ""},
    {"inline.vtp", "NumberOfPoints=\"6\"", "NumberOfPoints=\"600000000000\""},
    {"inline.vtp", "Float32", "Float64"},
    {"inline.vtp", "SAAAA", "/////"},
    {"inline_zlib.vtp", "AwAAA", "/////"},
    {"appended.vtp", "offset=\"0\"", "offset=\"1\""},
    {"appended.vtp", "offset=\"0\"", "offset=\"99999999999\""},
    {"raw.vtp", "UInt64", "UInt32"},
    {"raw.vtp", "x\x9c", "x\x9d"},
    {"shape.gltf", "\"POSITION\": 0", "\"POSITION\": 9"},
    {"shape.gltf", "\"count\": 6", "\"count\": 4000000000"},
    {"shape.gltf", "\"count\": 6", "\"count\": -6"},
    {"shape.gltf", "\"count\": 24", "\"count\": 23"},
    {"shape.gltf", "\"VEC3\"", "\"VEC4\""},
    {"shape.gltf", "data:", "../../"},
    {"shape.gltf", "base64,", "base64,*"},
    {"shape.glb", "glTF", "glTf"},
    {"shape.glb", "JSON", "NOSJ"},
    {"shape.glb", "\"byteStride\":16", "\"byteStride\":99"},
    {"shape.glb", "\"componentType\":5121", "\"componentType\":5125"},
    {"shape.glb", "\"mode\":4", "\"mode\":0"},
    {"shape.xyz", "-1 0 0", "-1 0"},
    {"shape.xyz", "-1 0 0", "-1,0,0"},
    {"shape.csv", "-1,0,0", "-1,0"},
    {"shape.csv", "-1,0,0", "-1,zero,0"},
    {"shape.csv", "-1,0,0", "-1,,0"},
    {"plain.mat", "datapair", "datapeer"},
    {"plain.mat", "vertices", "vortices"},
    {"plain.mat", "Sx", "Tx"},
    {"plain.mat", "IM", "MM"},
    {"ids.txt", "1 # left", "-1"},
    {"ids.txt", "1 # left", "6"},
    {"ids.txt", "1 # left", "one"},
    {"ids.txt", "1 # left", "1.5"},
    {"ids.txt", "1 # left", "99999999999999999999"},
    {"ids.vts", "1", "0"},
    {"ids.vts", "5", "7"},
    {"ids.vts", "2", "2 3"},
    {"positions.txt", "0 0 0.99", "0 0 99"},
    {"positions.txt", "0 0 0.99", "1 0 0.001"},
    {"positions.txt", "0 0 0.99", "0 0"},
    {"positions.txt", "0 0 0.99", "0 0 nan"},
    {"slicer.mrk.json", "markups", "makeups"},
    {"slicer.mrk.json", "[1, 0, 0]", "[1, 0]"},
    {"slicer.mrk.json", "[1, 0, 0]", "[1, 0, \"0\"]"},
    {"slicer.mrk.json", "[1, 0, 0]", "[1, 0, 500]"},
    {"slicer.mrk.json", "LPS", "IJK"},
    {"names.csv", "left,1,0,0", "left,1,zero,0"},
    {"names.csv", "left,1,0,0", "left,1,0"},
    {"names.csv", "left,1,0,0", "left,1e999,0,0"},
    {"names.csv", "0.99", "99"},
    {"slicer.fcsv", "LPS", "IJK"},
    {"slicer.fcsv", "id,x,y,z", "id,x,y"},
    {"slicer.fcsv", "1,1,0,0", "1,1,zero,0"},
    {"slicer.fcsv", "1,1,0,0", "1,1,inf,0"},
    {"slicer_3.fcsv", "left,1,0,0", "left,1,0"},
    {"specimen.tps", "LM3=2", "LM3=3"},
    {"specimen.tps", "LM3=2", "LM3=-2"},
    {"specimen.tps", "LM3=2", "LM3=9000000000000000000"},
    {"specimen.tps", "1 0 0", "1 0"},
    {"specimen.tps", "SCALE=1", "SCALE=0"},
    {"specimen.nts", "1 1L 6L", "2 1L 6L"},
    {"specimen.nts", "6L", "7L"},
    {"specimen.nts", "6L", "9000000000000000000L"},
    {"specimen.nts", "DIM=3", "DIM=2"},
    {"specimen.nts", "0.99", "9.9.9"},
    {"specimen.nts", "1 0 0 0 0 0.99", "1 0 0 0 0"},
    {"matches.txt", "1 0", "1 1"},
    {"matches.txt", "1 0", "1 3"},
    {"matches.txt", "1 0", "1"},
    {"matches.json", "[1, 0]", "[1, 1]"},
    {"matches.json", "[1, 0]", "[1, 4000000000]"},
    {"pairs.jsonl", "\"kx\": [0, 1, 2]", "\"kx\": [0, -1, 2]"},
    {"pairs.jsonl", "\"kx\": [0, 1, 2]", "\"kx\": [0, 1, 4000000000]"},
    {"pairs.jsonl", "\"truth\": [0, 2, 1]", "\"truth\": [0, 2, 3]"},
    {"pairs.jsonl", "\"truth\": [0, 2, 1]", "\"truth\": [0, 2]"},
    {"pairs.jsonl", "\"id\": \"b\"", "\"id\": \"a\""},
    {"pairs.jsonl", "\"id\": \"b\"", "\"id\": \"../b\""},
    {"pairs.jsonl", "\"y\": \"shape.obj\"", "\"y\": 3"},
};

std::string noise(unsigned seed, std::size_t size) {
    std::mt19937 random(seed);
    std::string bytes(size, ' ');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
}

/// Puts one malformed file after the other in the place of a sound one and lets the program read it.
class MalformedFiles : public ProgramTest {
protected:
    MalformedFiles() {
        testing::write_sample_files(folder_);
        fs::copy_file(path("shape.off"), path("sound.off"));
        fs::copy_file(path("ids.txt"), path("sound.txt"));
    }

    /// A command that reads the file.
    static Arguments reading(const std::string& name) {
        if (name.ends_with(".jsonl")) return {"bench", name, "-o", "results"};
        if (name.ends_with(".sigcert")) return {"verify", name};
        if (name.ends_with(".mat")) return {"match", name, "-o", "result.json"};
        Arguments match{"match", "sound.off", "sound.off", "--kx",       "sound.txt",
                        "--ky",  "sound.txt", "-o",        "result.json"};
        if (name.starts_with("matches")) return match + Arguments{"--fixed-matches", name};
        const auto& landmarks = testing::sample_landmarks();
        const bool is_landmarks = std::find(landmarks.begin(), landmarks.end(), name) != landmarks.end();
        match[is_landmarks ? 4 : 1] = name;
        return match;
    }

    void expect_malformed(const std::string& name, const std::string& contents) {
        SCOPED_TRACE("malformed: " + contents.substr(0, 100));
        const std::string sound = sigmatch::contents(path(name));
        write(name, contents);
        expect_refused(reading(name), {name});
        write(name, sound);
        ++count_[name];
    }

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with("sound")) all.push_back(name);
        }
        return all;
    }

    std::map<std::string, int> count_;
};

TEST_F(MalformedFiles, AreRefusedInOneLineAndLittleMemory) {
    for (const std::string& name : names()) {
        for (const std::string& contents :
             {std::string(), std::string(" \n\n\t\n"), std::string(100, '\0'), noise(1, 300), noise(2, 20000),
              std::string("Dear diary,\ntoday I wrote no mesh.\n")})
            expect_malformed(name, contents);
        const std::string sound = contents(path(name));
        // The end of other files is where they end.
        const bool tells_its_end = !name.ends_with(".obj") && !name.ends_with(".xyz") &&
                                   !name.ends_with("csv") && !name.ends_with(".txt") &&
                                   !name.ends_with(".vts") && !name.ends_with(".tps") &&
                                   !name.ends_with(".nts");
        for (const int percent : {10, 30, 50, 70, 90})
            if (tells_its_end) expect_malformed(name, sound.substr(0, sound.size() * percent / 100));
    }
    for (const Edit& edit : edits) {
        std::string contents = sigmatch::contents(path(edit.file));
        const std::size_t at = contents.find(edit.from);
        ASSERT_NE(at, std::string::npos) << edit.file << ": " << edit.from;
        expect_malformed(edit.file, contents.replace(at, std::string_view(edit.from).size(), edit.to));
    }
    int total = 0;
    for (const auto& [name, count] : count_) total += count;
    EXPECT_GE(total, 200);
    RecordProperty("malformed_files", total);
}

}  // namespace
}  // namespace sigmatch
