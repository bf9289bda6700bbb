#include <fmt/format.h>
#include <pybind11/stl.h>

#include "gough/evaluate/evaluator_batch.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

// The numbers of an array of n rows.
const double* rows_of(const Array& a, const std::string& name, std::size_t n, const std::vector<std::size_t>& columns) {
  const bool fits = a.ndim() == 2 && static_cast<std::size_t>(a.shape(0)) == n &&
                    std::find(columns.begin(), columns.end(), static_cast<std::size_t>(a.shape(1))) != columns.end();
  if (fits) return a.data();
  std::string expected;
  const std::string count = a.ndim() == 2 ? std::to_string(n) : "N";
  for (std::size_t c : columns) expected += fmt::format("{}({}, {})", expected.empty() ? "" : " or ", count, c);
  throw InputError({}, fmt::format("{}: an array of shape {}; expected {}", name, std::string(py::str(a.attr("shape"))), expected));
}

// A batch keeps what was recorded and made ready for a robot, so that calls after the first are only the numbers.
class DynamicsBatch {
 public:
  DynamicsBatch(const Robot& robot, const std::string& model, const std::string& formulation, const MaybeLoad& load)
      : evaluator_(robot, load_for(robot, load)),
        direct_(model_of(model) == Model::ddm),
        batch_(evaluator_, model_of(model), formulation_of(formulation)) {}

  const FastProgram& program() const { return batch_.model().fast; }

  py::object run(const Array& poses, const Array& twists, const Array& driven, const py::object& out, int threads, bool statuses) const {
    require_between("threads", threads, 0, kMostThreads);
    const std::size_t n = poses.ndim() == 2 ? static_cast<std::size_t>(poses.shape(0)) : 0;
    const auto freedoms = static_cast<std::size_t>(evaluator_.robot().mobility.n);
    std::vector<std::size_t> pose_columns{7};
    if (freedoms < 6) pose_columns.push_back(freedoms);
    StateRows rows;
    rows.names[2] = direct_ ? "efforts" : "accelerations";
    rows.poses = rows_of(poses, rows.names[0], n, pose_columns);
    rows.pose_columns = static_cast<std::size_t>(poses.shape(1));
    rows.first = rows_of(twists, rows.names[1], n, {freedoms});
    rows.second = rows_of(driven, rows.names[2], n, {batch_.second_columns()});
    py::array_t<double> answer = answer_array(out, static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(batch_.outputs()),
                                              {{rows.names[0], poses}, {rows.names[1], twists}, {rows.names[2], driven}});
    std::vector<Outcome> outcomes(statuses ? n : 0);
    double* to = answer.mutable_data();
    {
      py::gil_scoped_release release;
      batch_(n, rows, to, statuses ? outcomes.data() : nullptr, threads);
    }
    if (!statuses) return answer;
    py::array_t<std::int8_t> status(static_cast<py::ssize_t>(n));
    py::array_t<double> measure(static_cast<py::ssize_t>(n));
    for (std::size_t s = 0; s < n; ++s) {
      status.mutable_data()[s] = static_cast<std::int8_t>(outcomes[s].status);
      measure.mutable_data()[s] = outcomes[s].measure;
    }
    return py::make_tuple(answer, status, measure);
  }

 private:
  Evaluator evaluator_;
  bool direct_;
  EvaluatorBatch batch_;

  static Model model_of(const std::string& text) {
    if (text == "idm") return Model::idm;
    if (text == "ddm") return Model::ddm;
    throw InputError({}, fmt::format("model: '{}'; expected idm or ddm", text));
  }
};

// Names of the numbers that statuses are, in their order.
py::tuple status_names() {
  py::list out;
  for (int k = 0; k <= static_cast<int>(Status::out_of_limits); ++k) out.append(std::string(to_string(static_cast<Status>(k))));
  return py::tuple(out);
}

}  // namespace

void bind_batch(py::module_& m) {
  py::class_<DynamicsBatch>(
      m, "Batch", "Inverse ('idm') or direct ('ddm') dynamics of many states: recorded and made ready once, then called with arrays.")
      .def(py::init([](std::shared_ptr<Robot> robot, const std::string& model, const std::string& formulation, const MaybeLoad& load) {
             py::gil_scoped_release release;
             return std::make_unique<DynamicsBatch>(*robot, model, formulation, load);
           }),
           py::arg("robot"), py::arg("model") = "idm", py::arg("formulation") = "P", py::arg("load") = py::none(),
           "Records the model, and makes machine code of it where the processor is x86-64 with AVX2.")
      .def_property_readonly(
          "machine_code", [](const DynamicsBatch& b) { return b.program().is_machine_code(); },
          "Whether it is machine code, or interpreted.")
      .def_property_readonly(
          "why_not", [](const DynamicsBatch& b) { return b.program().why_not(); }, "Why it is interpreted, or nothing.")
      .def(
          "__call__", &DynamicsBatch::run, py::arg("poses"), py::arg("twists"), py::arg("driven"), py::arg("out") = py::none(),
          py::arg("threads") = 0, py::arg("statuses") = false,
          "Poses (N, 7) or (N, n), twists (N, n), accelerations (N, n) or efforts (N, actuators), all C-contiguous doubles, which are not\n"
          "copied; returns (N, actuators) or (N, n), written into `out` if given, which shares no memory with them. Rows without an "
          "answer\n"
          "are NaN. With `statuses`, returns (answers, statuses, measures): numbers that `Batch.STATUS` names, and what they were decided "
          "on.\n"
          "Runs on all cores (or `threads`), without the GIL.")
      .def_property_readonly_static(
          "STATUS", [](const py::object&) { return status_names(); }, "Names of the statuses, by their numbers.");
}

}  // namespace gough::python
