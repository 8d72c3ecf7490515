#include "arrays.h"
#include "background.h"
#include "modules.h"

using namespace sigmatch;

namespace {

py::dict terms_dict(const Terms& terms) {
    py::dict dict;
    dict["rec_x"] = terms.rec_x;
    dict["rec_y"] = terms.rec_y;
    dict["def_x"] = terms.def_x;
    dict["def_y"] = terms.def_y;
    dict["ori"] = terms.ori;
    dict["pairs"] = terms.pairs;
    dict["costs"] = terms.costs;
    dict["unmatched"] = terms.unmatched;
    return dict;
}

py::array_t<double> trace_array(const std::vector<Progress>& trace) {
    py::array_t<double> array({static_cast<py::ssize_t>(trace.size()), py::ssize_t{3}});
    auto rows = array.mutable_unchecked<2>();
    for (py::ssize_t k = 0; k < rows.shape(0); ++k) {
        const Progress& p = trace[static_cast<size_t>(k)];
        rows(k, 0) = p.seconds;
        rows(k, 1) = p.lower_bound;
        rows(k, 2) = p.upper_bound;
    }
    return array;
}

Solution solve_in_background(const Problem& problem, const OptionTexts& texts, py::object progress) {
    MatchOptions options = match_options(texts);
    return Background(std::move(progress))
        .run<Solution>([&](std::stop_token stop, const Background::Report& report) {
            options.stop = stop;
            options.on_progress = progress_of(report);
            return options.widen ? solve_widening(problem, options) : solve(problem, options);
        });
}

void bind_problem(py::module_& m) {
    py::class_<Deformation>(m, "Deformation",
                            "How well one shape can be bent so that its keypoints reach positions Z:\n"
                            "min over V of a |V - Z| + b |S^1/2 V|.")
        .def(py::init<>())
        .def_readwrite("S", &Deformation::S)
        .def_readwrite("a", &Deformation::a)
        .def_readwrite("b", &Deformation::b);
    py::class_<PairTerm>(m, "PairTerm", "A number for every two keypoints that partners should share.")
        .def(py::init<>())
        .def_readwrite("x", &PairTerm::x)
        .def_readwrite("y", &PairTerm::y)
        .def_readwrite("weight", &PairTerm::weight)
        .def_readwrite("limit", &PairTerm::limit)
        .def_readwrite("limit_x_larger", &PairTerm::limit_x_larger)
        .def_readwrite("limit_y_larger", &PairTerm::limit_y_larger);
    py::class_<Problem>(
        m, "Problem",
        "What the search gets to see of two shapes, n by n data only: see sigmatch.build_problem().")
        .def(py::init<>())
        .def_readwrite("deform_x", &Problem::deform_x)
        .def_readwrite("deform_y", &Problem::deform_y)
        .def_readwrite("points_x", &Problem::points_x)
        .def_readwrite("points_y", &Problem::points_y)
        .def_readwrite("h_x", &Problem::h_x)
        .def_readwrite("h_y", &Problem::h_y)
        .def_readwrite("ori_weight", &Problem::ori_weight)
        .def_readwrite("costs", &Problem::costs)
        .def_readwrite("pair_terms", &Problem::pair_terms)
        .def_readwrite("allowed", &Problem::allowed)
        .def_readwrite("possible", &Problem::possible)
        .def_readwrite("unmatched_cost", &Problem::unmatched_cost);
    py::class_<Knowledge>(m, "Knowledge", "What the caller knows about two shapes.")
        .def(py::init<>())
        .def_readwrite("known", &Knowledge::known)
        .def_readwrite("forbidden", &Knowledge::forbidden)
        .def_readwrite("cost", &Knowledge::cost)
        .def_readwrite("features_x", &Knowledge::features_x)
        .def_readwrite("features_y", &Knowledge::features_y);
    m.def(
        "build_problem",
        [](const PreparedShape& x, const PreparedShape& y, const OptionTexts& texts,
           const Knowledge& knowledge) { return build_problem(x, y, match_options(texts), knowledge); },
        py::call_guard<py::gil_scoped_release>());
}

}  // namespace

void bind_search(py::module_& m) {
    bind_problem(m);
    py::class_<Progress>(m, "Progress", "The state of the search at one moment.")
        .def_readonly("seconds", &Progress::seconds)
        .def_readonly("lower_bound", &Progress::lower_bound)
        .def_readonly("upper_bound", &Progress::upper_bound)
        .def_readonly("nodes", &Progress::nodes)
        .def_readonly("relaxations", &Progress::relaxations)
        .def_property_readonly("gap", &Progress::relative_gap);
    py::class_<Solution>(m, "Solution", "The best match of a Problem, with its bound: see sigmatch.solve().")
        .def_property_readonly("status", [](const Solution& s) { return name(s.status); })
        .def_property_readonly("match", [](const Solution& s) { return integers(s.match); })
        .def_readonly("objective", &Solution::objective)
        .def_readonly("lower_bound", &Solution::lower_bound)
        .def_property_readonly("gap", &Solution::relative_gap)
        .def_property_readonly("margin", &Solution::margin)
        .def_property_readonly("proof_scope", [](const Solution& s) { return name(s.proof_scope); })
        .def_property_readonly("terms", [](const Solution& s) { return terms_dict(s.terms); })
        .def_readonly("nodes", &Solution::nodes)
        .def_readonly("relaxations", &Solution::relaxations)
        .def_readonly("seconds", &Solution::seconds)
        .def_property_readonly("trace", [](const Solution& s) { return trace_array(s.trace); })
        .def_property_readonly("ranking", [](const Solution& s) {
            py::list list;
            for (const RankedMatch& ranked : s.ranking)
                list.append(py::make_tuple(integers(ranked.match), ranked.objective, ranked.mirrored));
            return list;
        });
    m.def("solve", &solve_in_background);
    m.def("evaluate",
          [](const Problem& problem, const Match& match) { return terms_dict(evaluate(problem, match)); });
}
