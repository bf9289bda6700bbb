#pragma once

#include <Eigen/SparseCore>

#include "gough/dynamics/virtual_work.hpp"

// The inertial and friction parameters as the robot file writes them. One table of the file may serve many joints (copies of a leg, the two
// rods of a parallelogram): what it says is one parameter, not many.
namespace gough {

using Vec10 = Eigen::Matrix<double, 10, 1>;

// [m, mc, I about the origin] of a body, as virtual_work::parameters orders them, and back.
inline constexpr const char* kInertialNames[] = {"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
inline constexpr const char* kInertialUnits[] = {"kg", "kg m", "kg m", "kg m", "kg m2", "kg m2", "kg m2", "kg m2", "kg m2", "kg m2"};
Vec10 inertial_parameters(const RigidBody& body);
RigidBody rigid_body(const Vec10& parameters);

// [Wensing, Kim, Slotine 2018]: P = [Σ, mc; mcᵀ, m], Σ = ½ tr(I) 1 − I. A body of positive mass exists exactly if P is positive definite.
Eigen::Matrix4d pseudo_inertia(const Vec10& parameters);

class FileParameters {
 public:
  // Bodies without mass are not among them; what the file leaves out stays left out.
  explicit FileParameters(const Robot& robot);

  struct Body {
    std::string name;
    int first = 0;  // of its ten
    int table = 0;  // of the file's bodies
  };
  struct Positive {
    int index = 0;  // of the parameter
    int table = 0;  // of the file's numbers
  };
  using Pull = Positive;

  std::vector<virtual_work::Parameter>
      parameters;  // ten of each body, then rotors, frictions and springs, then the actuators' effort offsets
  std::vector<Body> bodies;
  std::vector<Positive> positive;  // those that cannot be negative: rotors, frictions, stiffness and damping of springs
  std::vector<Pull> pulls;         // of springs
  std::vector<int> offsets;        // of each actuator; not in the file
  Eigen::SparseMatrix<double> T;   // p = T θ, p as virtual_work::parameters

  int size() const { return static_cast<int>(parameters.size()); }
  VecX<double> values() const;

  // Those that may have either sign: offsets and pulls.
  std::vector<int> of_either_sign() const;

  // The file with these values. Comments are not kept; shapes become inertias.
  RobotDescription described(const VecX<double>& theta) const;

 private:
  RobotDescription description_;
};

}  // namespace gough
