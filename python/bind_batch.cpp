#include <fmt/format.h>
#include <pybind11/stl.h>

#include "python/bind.hpp"
#include "python/state_batch.hpp"

namespace gough::python {
namespace {

Rows rows_of(const Array& a, const std::string& name, std::size_t n, std::vector<std::size_t> columns) {
  const bool fits = a.ndim() == 2 && static_cast<std::size_t>(a.shape(0)) == n &&
                    std::find(columns.begin(), columns.end(), static_cast<std::size_t>(a.shape(1))) != columns.end();
  if (fits) return {a.data(), static_cast<std::size_t>(a.shape(1))};
  std::string expected;
  for (std::size_t c : columns) expected += fmt::format("{}({}, {})", expected.empty() ? "" : " or ", n, c);
  std::string got;
  for (py::ssize_t d = 0; d < a.ndim(); ++d) got += fmt::format("{}{}", d ? ", " : "", a.shape(d));
  throw InputError({}, fmt::format("{}: an array of shape ({}); expected {}", name, got, expected));
}

// A batch keeps what was recorded and compiled for a robot, so that calls after the first are only the numbers.
class DynamicsBatch {
 public:
  DynamicsBatch(std::shared_ptr<Robot> robot, const std::string& model, const std::string& formulation, const std::optional<Load>& load,
                bool compile)
      : robot_(std::move(robot)), batch_(*robot_, {model_of(model), formulation_of(formulation)}, load.value_or(Load{}), compile) {}

  py::array_t<double> run(const Array& poses, const Array& twists, const Array& driven, const std::optional<py::array_t<double>>& out,
                          int threads) const {
    const std::size_t n = poses.ndim() == 2 ? static_cast<std::size_t>(poses.shape(0)) : 0, freedoms = robot_->mobility.n;
    std::vector<std::size_t> pose_columns{7};
    if (freedoms < 6) pose_columns.push_back(freedoms);
    const Rows p = rows_of(poses, "poses", n, pose_columns), v = rows_of(twists, "twists", n, {freedoms}),
               d = rows_of(driven, batch_.driven() == robot_->mobility.n ? "accelerations" : "efforts", n,
                           {static_cast<std::size_t>(batch_.driven())});
    py::array_t<double> answer = out ? *out : py::array_t<double>({n, static_cast<std::size_t>(batch_.outputs())});
    const bool contiguous = answer.flags() & py::array::c_style;
    if (!contiguous || answer.ndim() != 2 || answer.shape(0) != static_cast<py::ssize_t>(n) || answer.shape(1) != batch_.outputs())
      throw InputError({}, fmt::format("out: expected a C-contiguous array of doubles of shape ({}, {})", n, batch_.outputs()));
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
      m, "Batch", "Inverse ('idm') or direct ('ddm') dynamics of many states: recorded and compiled once, then called with arrays.")
      .def(py::init([](std::shared_ptr<Robot> robot, const std::string& model, const std::string& formulation,
                       const std::optional<Load>& load, bool compile) {
             py::gil_scoped_release release;
             return std::make_unique<DynamicsBatch>(std::move(robot), model, formulation, load, compile);
           }),
           py::arg("robot"), py::arg("model") = "idm", py::arg("formulation") = "P", py::arg("load") = py::none(),
           py::arg("compile") = true, "Records the model; with compile=True makes machine code of it where there is a C compiler.")
      .def(
          "__call__", &DynamicsBatch::run, py::arg("poses"), py::arg("twists"), py::arg("driven"), py::arg("out") = py::none(),
          py::arg("threads") = 0,
          "Poses (N, 7) or (N, n), twists (N, n), accelerations (N, n) or efforts (N, actuators), all C-contiguous doubles, which are not\n"
          "copied; returns (N, actuators) or (N, n). Rows without an answer are NaN. Runs on all cores, without the GIL.");
}

}  // namespace gough::python
