#include "support/sample_files.h"

#include <fstream>

#include "io/bytes.h"
#include "mat_support.h"
#include "sigmatch/certificate_file.h"
#include "sigmatch/io.h"
#include "support/gltf_file.h"
#include "support/vtp_file.h"

namespace sigmatch::testing {

namespace {

Shape octahedron() {
    Shape shape;
    shape.vertices.resize(6, 3);
    shape.vertices << 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1;
    shape.faces.resize(8, 3);
    shape.faces << 0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5;
    return shape;
}

std::string rows(const Points& points, const char* separator) {
    std::string text;
    for (const auto& p : points.rowwise())
        text += std::to_string(int(p[0])) + separator + std::to_string(int(p[1])) + separator +
                std::to_string(int(p[2])) + "\n";
    return text;
}

std::string ascii_ply(const Shape& shape) {
    std::string text =
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 8\nproperty list uchar int vertex_indices\nend_header\n" +
        rows(shape.vertices, " ");
    for (const auto& f : shape.faces.rowwise())
        text += "3 " + std::to_string(f[0]) + " " + std::to_string(f[1]) + " " + std::to_string(f[2]) + "\n";
    return text;
}

std::string ascii_stl(const Shape& shape) {
    std::string text = "solid sample\n";
    for (const auto& f : shape.faces.rowwise()) {
        text += "facet normal 0 0 0\nouter loop\n";
        for (const int corner : f) text += "vertex " + rows(shape.vertices.row(corner), " ");
        text += "endloop\nendfacet\n";
    }
    return text + "endsolid sample\n";
}

std::string binary_stl(const Shape& shape) {
    std::string bytes(80, ' ');
    append_little_endian(bytes, static_cast<std::uint32_t>(shape.faces.rows()));
    for (const auto& f : shape.faces.rowwise()) {
        bytes.append(12, '\0');
        for (const int corner : f)
            for (const double c : shape.vertices.row(corner))
                append_little_endian(bytes, static_cast<float>(c));
        bytes.append(2, '\0');
    }
    return bytes;
}

void write_pair(const std::string& path, matio_compression compression) {
    const auto shape = [](const char* name) {
        return structure(name, {{"vertices", doubles({0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, 4)},
                                {"faces", doubles({1, 2, 3}, 1)}});
    };
    write_mat(
        path,
        {structure(
            "datapair",
            {{"X", shape("X")}, {"Y", shape("Y")}, {"Sx", doubles({1, 2}, 2)}, {"Sy", doubles({4, 3}, 2)}})},
        compression);
}

/// Two keypoints that differ in orientation: a certificate with a bit of everything, for a search to begin
/// with. Its evidence says nothing; the parts are single matches.
StoredCertificate sample_certificate() {
    Certificate c;
    StatedProblem& p = c.problem;
    p.x = p.y = {Eigen::MatrixXd::Constant(1, 2, 0.5), Eigen::VectorXd::Ones(1), 1, 1};
    p.points_x = p.points_y = Points::Identity(2, 3);
    p.h_x = p.h_y = Eigen::Vector2d(1, -1);
    p.ori_weight = 1;
    p.allowed = Mask::Constant(2, 2, true);
    c.matches = {{0, 1}};
    c.lower_bound = 2;
    c.evidence = {{p.allowed,
                   {1, 1, 1},
                   {},
                   Eigen::MatrixXf::Zero(5, 5),
                   1e-3,
                   {Eigen::MatrixXf::Zero(2, 4), Eigen::MatrixXf::Zero(2, 4)},
                   Eigen::MatrixXd::Zero(2, 2),
                   {0, 1}}};
    c.root.steps = {{0, {}}};
    c.root.end = ProofNode::End::share_x;
    c.root.share = 0.5;
    c.root.children.resize(2);
    c.root.children[0].end = ProofNode::End::row;
    c.root.children[0].children.resize(2);
    return {{std::string(64, '0'), std::string(64, '1'), {0, 1}, {1, 0}, {}, {}}, c};
}

}  // namespace

void write_sample_files(const std::filesystem::path& folder) {
    const Shape shape = octahedron();
    const auto path = [&](const std::string& name) { return (folder / name).string(); };
    const auto write = [&](const std::string& name, const std::string& contents) {
        std::ofstream(path(name), std::ios::binary) << contents;
    };
    for (const char* name : {"shape.off", "shape.obj", "binary.ply"}) write_shape(path(name), shape);
    write("ascii.ply", ascii_ply(shape));
    write("ascii.stl", ascii_stl(shape));
    write("binary.stl", binary_stl(shape));
    write("ascii.vtp", vtp_file(shape));
    write("inline.vtp", vtp_file(shape, {VtpStyle::binary}));
    write("inline_zlib.vtp", vtp_file(shape, {VtpStyle::binary, true}));
    write("appended.vtp", vtp_file(shape, {VtpStyle::appended_base64, false, true, true}));
    write("raw.vtp", vtp_file(shape, {VtpStyle::appended_raw, true, true}));
    write("shape.gltf", gltf_file(gltf_parts(shape)));
    write("shape.glb", glb_file(gltf_parts(shape, 5121, 16)));
    write("shape.xyz", rows(shape.vertices, " "));
    write("shape.csv", "x,y,z\n" + rows(shape.vertices, ","));
    write_pair(path("plain.mat"), MAT_COMPRESSION_NONE);
    write_pair(path("zlib.mat"), MAT_COMPRESSION_ZLIB);
    write("ids.txt", "0\n1 # left\n4\n");
    write("ids.vts", "1\n2\n5\n");
    write("positions.txt", "1 0 0\n0 0 0.99\n");
    write("names.csv", "name,x,y,z\nleft,1,0,0\n\"top, middle\",0,0,0.99\n");
    write("slicer.fcsv",
          "# Markups fiducial file version = 4.11\n# CoordinateSystem = LPS\n"
          "# columns = id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID\n"
          "1,1,0,0,0,0,0,1,1,1,0,left,,,2,0\n2,0,0,0.99,0,0,0,1,1,1,0,\"top, middle\",,,2,0\n");
    write("slicer_3.fcsv",
          "# version = 2\n# columns = label,x,y,z,sel,vis\nleft,1,0,0,1,1\ntop,0,0,0.99,1,1\n");
    write("specimen.tps", "LM3=2\n1 0 0\n0 0 0.99\nID=octahedron\nSCALE=1\n");
    write("specimen.nts",
          "\" an octahedron\n1 1L 6L 1 9999 DIM=3\noctahedron\na.x a.y a.z b.x b.y b.z\n1 0 0 0 0 0.99\n");
    write("slicer.mrk.json",
          R"({"markups": [{"coordinateSystem": "LPS", "controlPoints": [{"label": "a", "position": [1, 0, 0],
"positionStatus": "defined"}, {"label": "b", "position": [0.0, 0.0, 0.99]}]}]})");
    write("proof.sigcert", certificate_bytes(sample_certificate()));
    write("matches.txt", "0 1\n1 0\n2 2\n");
    write("matches.json", R"({"matches": [[0, 1], [1, 0], [2, 2]]})");
    write("solution.values", "0\n1\n1e-9\n0.99999\n-0\n0\n0\n0\n1\n0.25\n");
    write(
        "pairs.jsonl",
        R"({"id": "a", "x": "shape.off", "y": "shape.obj", "kx": [0, 1, 2], "ky": [2, 1, 0], "truth": [0, 2, 1]}
{"id": "b", "x": "shape.off", "y": "shape.off", "kx": [5], "ky": [4], "symmetric": [0]}
)");
}

const std::vector<std::string>& sample_shapes() {
    static const std::vector<std::string> names{"shape.off",       "shape.obj",    "ascii.ply", "binary.ply",
                                                "ascii.stl",       "binary.stl",   "ascii.vtp", "inline.vtp",
                                                "inline_zlib.vtp", "appended.vtp", "raw.vtp",   "shape.gltf",
                                                "shape.glb",       "shape.xyz",    "shape.csv"};
    return names;
}

const std::vector<std::string>& sample_landmarks() {
    static const std::vector<std::string> names{"ids.txt",      "ids.vts",      "positions.txt",
                                                "names.csv",    "slicer.fcsv",  "slicer_3.fcsv",
                                                "specimen.tps", "specimen.nts", "slicer.mrk.json"};
    return names;
}

}  // namespace sigmatch::testing
