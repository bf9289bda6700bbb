#include <pybind11/stl.h>

#include "gough/explain/formula.hpp"
#include "gough/explain/written_model.hpp"
#include "gough/kinematics/velocity.hpp"
#include "python/bind.hpp"

namespace gough::python {
namespace {

std::vector<std::string> names_of(const std::vector<explain::Label>& labels) {
  std::vector<std::string> out;
  for (const explain::Label& label : labels) out.push_back(explain::plain(label.name));
  return out;
}

// The dictionary behind all but the last word of a path.
py::dict behind(py::dict at, const std::vector<std::string>& path) {
  for (std::size_t k = 0; k + 1 < path.size(); ++k) {
    const py::str key(path[k]);
    if (!at.contains(key)) at[key] = py::dict();
    at = at[key];
  }
  return at;
}

// The matrices of a part by their paths, and under "names" those of their rows and columns.
py::dict part_dict(const explain::Part& part) {
  py::dict out, names;
  for (py::dict d : {out, names}) d["legs"] = py::dict();  // a part whose legs have no body with mass has none
  explain::for_each_matrix(part, [&](const explain::WrittenMatrix& m) {
    const py::str key(m.path.back());
    const bool vector = m.columns.size() == 1 && m.columns[0].name.empty();
    behind(out, m.path)[key] = vector ? to_array(VecX<double>(m.value.col(0))) : to_array(m.value);
    behind(names, m.path)[key] =
        vector ? py::object(py::cast(names_of(m.rows))) : py::object(py::make_tuple(names_of(m.rows), names_of(m.columns)));
  });
  out["names"] = names;
  return out;
}

template <Formulation formulation>
py::dict model(const std::shared_ptr<Robot>& robot, Data& data, const Array& pose, const py::object& twist, const py::object& acceleration_,
               const MaybeLoad& load) {
  require_own(robot, data);
  const Load carried = load_for(*robot, load);
  const VecX<double> V = rates(*robot, twist, "twist"), A = rates(*robot, acceleration_, "acceleration");
  require_answer(data, "model", set_pose(data, given_pose(*robot, pose)));
  explain::Part part;
  {
    py::gil_scoped_release release;
    velocity(*robot, V, data.kinematics());
    acceleration(*robot, A, data.kinematics());
    part = explain::written_part(*robot, formulation, carried, data.kinematics());
  }
  return part_dict(part);
}

}  // namespace

void bind_explain(py::module_& m) {
  const auto define = [&](const char* name, auto function, const char* text) {
    m.def(name, function, py::arg("robot"), py::arg("data"), py::arg("pose"), py::arg("twist") = py::none(),
          py::arg("acceleration") = py::none(), py::arg("load") = py::none(), text);
  };
  define(
      "linear_implicit_model", model<Formulation::elements>,
      "Formulation E at a state: A and b of A Gamma + b = 0, of each leg the constraints M, dynamic coordinates F and drives D, of each\n"
      "body its kinematic coordinates and local forces; under 'names' those of rows and columns.");
  define("virtual_work_model", model<Formulation::virtual_work>,
         "Formulation V at a state: Omega, J and p of each body, W_joints and p_joints, w; Jinv^T tau = sum J^T Omega p + W_joints "
         "p_joints + w.");
  define("platform_model", model<Formulation::platform_legs>,
         "Formulation P at a state: Psi, Jinv, w_N, M_rob, c_rob, and J, B, G, tau and M of each leg.");
  define("complement_model", model<Formulation::orthogonal_complement>,
         "Formulation N at a state: T, M, N, tau_W, Lambda, u and du, and L, M and C of each leg; Z and Y where all legs have six axes.");
}

}  // namespace gough::python
