#include <fmt/format.h>
#include <pybind11/stl.h>

#include "python/bind.hpp"
#include "python/state_batch.hpp"

namespace gough::python {
namespace {

Rows rows_of(const Array& a, const std::string& name, std::size_t n, std::vector<std::size_t> columns) {
  const bool fits = a.ndim() == 2 && static_cast<std::size_t>(a.shape(0)) == n &&
                    std::find(columns.begin(), columns.end(), static_cast<std::size_t>(a.shape(1))) != columns.end();
  if (fits) return {a.data(), static_cast<std::size_t>(a.shape(1)), name};
  std::string expected;
  const std::string count = a.ndim() == 2 ? std::to_string(n) : "N";
  for (std::size_t c : columns) expected += fmt::format("{}({}, {})", expected.empty() ? "" : " or ", count, c);
  throw InputError({}, fmt::format("{}: an array of shape {}; expected {}", name, std::string(py::str(a.attr("shape"))), expected));
}

// A batch keeps what was recorded and made ready for a robot, so that calls after the first are only the numbers.
class DynamicsBatch {
 public:
  DynamicsBatch(std::shared_ptr<Robot> robot, const std::string& model, const std::string& formulation, const MaybeLoad& load)
      : robot_(std::move(robot)), batch_(*robot_, {model_of(model), formulation_of(formulation)}, load_for(*robot_, load)) {}

  const FastProgram& program() const { return batch_.program(); }

  py::array_t<double> run(const Array& poses, const Array& twists, const Array& driven, const py::object& out, int threads) const {
    require_between("threads", threads, 0, kMostThreads);
    const std::size_t n = poses.ndim() == 2 ? static_cast<std::size_t>(poses.shape(0)) : 0, freedoms = robot_->mobility.n;
    std::vector<std::size_t> pose_columns{7};
    if (freedoms < 6) pose_columns.push_back(freedoms);
    const Rows p = rows_of(poses, "poses", n, pose_columns), v = rows_of(twists, "twists", n, {freedoms}),
               d = rows_of(driven, batch_.driven() == robot_->mobility.n ? "accelerations" : "efforts", n,
                           {static_cast<std::size_t>(batch_.driven())});
    py::array_t<double> answer =
        answer_array(out, static_cast<py::ssize_t>(n), batch_.outputs(), {{p.name, poses}, {v.name, twists}, {d.name, driven}});
    double* to = answer.mutable_data();
    py::gil_scoped_release release;
    batch_(n, p, v, d, to, threads);
    return answer;
  }

 private:
  std::shared_ptr<Robot> robot_;
  StateBatch batch_;

  static Model model_of(const std::string& text) {
    if (text == "idm") return Model::idm;
    if (text == "ddm") return Model::ddm;
    throw InputError({}, fmt::format("model: '{}'; expected idm or ddm", text));
  }
};

}  // namespace

void bind_batch(py::module_& m) {
  py::class_<DynamicsBatch>(
      m, "Batch", "Inverse ('idm') or direct ('ddm') dynamics of many states: recorded and made ready once, then called with arrays.")
      .def(py::init([](std::shared_ptr<Robot> robot, const std::string& model, const std::string& formulation, const MaybeLoad& load) {
             py::gil_scoped_release release;
             return std::make_unique<DynamicsBatch>(std::move(robot), model, formulation, load);
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
          py::arg("threads") = 0,
          "Poses (N, 7) or (N, n), twists (N, n), accelerations (N, n) or efforts (N, actuators), all C-contiguous doubles, which are not\n"
          "copied; returns (N, actuators) or (N, n), written into `out` if given, which shares no memory with them. Rows without an "
          "answer\n"
          "are NaN. Runs on all cores (or `threads`), without the GIL.");
}

}  // namespace gough::python
