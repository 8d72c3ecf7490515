#include "arrays.h"
#include "modules.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/inspection.h"
#include "sigmatch/io.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/sampling.h"
#include "sigmatch/synth.h"

using namespace sigmatch;

namespace {

using Vertices = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Triangles = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

Shape make_shape(const Vertices& vertices, const std::optional<Triangles>& faces) {
    if (vertices.ndim() != 2 || vertices.shape(1) != 3)
        throw InputError("vertices must be an array of n rows and 3 columns");
    Shape shape{Eigen::Map<const Points>(vertices.data(), vertices.shape(0), 3), Faces(0, 3)};
    if (!faces || faces->size() == 0) return shape;
    if (faces->ndim() != 2 || faces->shape(1) != 3)
        throw InputError("faces must be an array of m rows and 3 columns: triangles of vertex ids from 0");
    using Wide = Eigen::Matrix<std::int64_t, Eigen::Dynamic, 3, Eigen::RowMajor>;
    const Eigen::Map<const Wide> wide(faces->data(), faces->shape(0), 3);
    if (wide.minCoeff() < 0 || wide.maxCoeff() >= vertices.shape(0))
        throw InputError("a face names a vertex that is not there");
    shape.faces = faces_on_finite_points(wide.cast<int>(), shape.vertices);
    if (shape.faces.rows() == 0) throw InputError("every face has a vertex whose coordinates are not finite");
    return shape;
}

/// Read-only: a shape does not change.
template <class Matrix>
py::array view(const Matrix& matrix, py::handle owner) {
    using Scalar = typename Matrix::Scalar;
    py::array_t<Scalar> array({matrix.rows(), matrix.cols()}, matrix.data(), owner);
    array.attr("flags").attr("writeable") = false;
    return array;
}

py::tuple creature(const std::string& kind, const std::string& pose, std::uint64_t kin, int vertices,
                   std::uint64_t remesh, double scale, std::uint64_t rotate, double keep, int cloud_points,
                   std::uint64_t shuffle) {
    CreatureOptions options;
    options.kind = kind;
    options.pose = pose;
    options.kin = kin;
    options.vertices = vertices;
    options.remesh = remesh;
    options.scale = scale;
    options.rotate = rotate;
    options.keep = keep;
    options.cloud_points = cloud_points;
    options.shuffle = shuffle;
    Creature made = [&] {
        const py::gil_scoped_release others_may_run;
        return make_creature(options);
    }();
    return py::make_tuple(std::move(made.shape), integers(made.keypoints), made.keypoint_names);
}

}  // namespace

void bind_shapes(py::module_& m) {
    using release = py::call_guard<py::gil_scoped_release>;
    py::class_<Shape>(m, "Shape",
                      "A triangle mesh, or, without faces, a cloud of points. Takes n by 3 coordinates and m "
                      "by 3 vertex ids from 0; "
                      "`vertices` and `faces` are views of what it holds, not copies.")
        .def(py::init(&make_shape), py::arg("vertices"), py::arg("faces") = py::none())
        .def_property_readonly("vertices",
                               [](py::object self) { return view(self.cast<const Shape&>().vertices, self); })
        .def_property_readonly("faces",
                               [](py::object self) { return view(self.cast<const Shape&>().faces, self); });
    m.def("read_shape", &read_shape, release());
    m.def("write_shape", &write_shape, release());
    m.def(
        "findings", [](const Shape& shape) { return findings(inspect(shape)); }, release());
    m.def("read_landmarks",
          [](const std::string& path, const Shape& shape, int index_base, const std::string& shape_path) {
              const CoordinateSystem system = coordinate_system_of_shape(shape_path);
              return integers(read_landmarks(path, shape, index_base, system).keypoints);
          });
    m.def("farthest_points", [](const Shape& shape, int count) {
        Keypoints points;
        {
            const py::gil_scoped_release others_may_run;
            const Shape surface = surface_of(shape);
            points = farthest_point_sampling(surface, GeodesicGraph(surface), count);
        }
        return integers(points);
    });
    m.def("creature", &creature);
    m.def("write_creature_dataset", &write_creature_dataset, release());
}
