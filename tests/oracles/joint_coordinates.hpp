#pragma once

#include "tests/agreement/sketch.hpp"
#include "tests/oracles/twist.hpp"

// The oracle of random robots: every joint of every leg, the platform's six and the nacelle's joints as coordinates u of a tree, closed by
// rows A u̇ = 0. Made of the sketch alone, not of the library's Robot: geometry, velocities, accelerations and forces are its own, in
// the sketch's units, with twists and wrenches at the world's origin.
namespace gough::oracle {

// A one-freedom joint where it stands at home.
struct Axis {
  bool revolute = true;
  V3 axis = V3::UnitZ(), point = V3::Zero();
  int parent = -1;  // body; -1 is the base
  int body = 0;     // behind it
  double home = 0.0;
  Friction friction;  // of the motor too
  JointSpring spring;
  double rotor = 0.0;
  int actuator = -1;
  int leg = -1;        // -1: of the nacelle
  double screw = 0.0;  // rad of turn for each unit of a slide
};

// Two bodies that meet: tips, loops of legs and of the nacelle. The base is behind all other bodies.
struct Closure {
  char kind = 'S';
  int a = 0, b = 0;
  V3 point = V3::Zero();
  M3 axes = M3::Identity();  // U: first column on a, second on b; R: third column
  Friction friction;
  int leg = -1;
  int rows() const { return kind == 'S' ? 3 : kind == 'U' ? 4 : kind == 'R' ? 5 : 6; }
};

// An axis that follows others: q of the first less Σ factor · q of the others stays.
struct Following {
  int axis = 0, leg = 0;
  std::vector<std::pair<int, double>> terms;
};

// Two points that pull at each other, at home; body -1 is the base.
struct Rope {
  int a = -1, b = -1;
  V3 from = V3::Zero(), to = V3::Zero();
  double stiffness = 0.0, free_length = 0.0, damping = 0.0, pull = 0.0;
};

// Where everything is: displacement of every body from home.
struct Configuration {
  VecX<double> q;            // from home, one for each axis
  std::vector<Frame> moved;  // the base last
};

struct WorldWrench {
  int body = 0;
  V3 point, force, moment;
};

struct ForcedMotion {
  VecX<double> u, du;              // rates and accelerations of all coordinates
  VecX<double> force;              // generalised: inertia, weight, friction, less what pushes from outside
  VecX<double> effort;             // of the actuators
  MatX<double> closed;             // A
  MatX<double> free;               // basis of its null space
  VecX<double> multipliers;        // of A's rows, least norm
  std::vector<Twist> twist, rate;  // of every body, and its time derivative
  std::vector<Twist> resultant;    // wrench that joints must give every body
  double kinetic = 0.0, potential = 0.0, dissipation = 0.0;
};

class Linkage {
 public:
  explicit Linkage(const test::Sketch& sketch);

  int bodies() const { return bodies_; }
  int coordinates() const { return static_cast<int>(axes_.size()) + 6; }
  int platform() const { return platform_; }
  int column(int axis) const { return axis < platform_ ? axis : axis + 6; }  // leg joints, platform, nacelle joints
  const std::vector<Axis>& axes() const { return axes_; }
  const std::vector<Closure>& closures() const { return closures_; }
  const std::vector<Following>& followings() const { return followings_; }
  const std::vector<test::Mass>& masses() const { return masses_; }
  int actuators() const { return actuators_; }

  Configuration home() const;
  void move(const VecX<double>& step, Configuration& at) const;  // along the coordinates
  VecX<double> gap(const Configuration& at) const;               // of the closures
  MatX<double> closing_rows(const Configuration& at) const;      // A
  bool close(Configuration& at) const;                           // Newton, the shortest way back

  // Rows that give components of the nacelle's velocity [v; ω; ż], v of the platform's origin.
  MatX<double> nacelle_rows(const Configuration& at, const std::vector<int>& components) const;
  MatX<double> actuated_rows() const;
  V3 platform_point(const Configuration& at) const { return at.moved[platform_].point(home_point_); }

  // Motion with these free components, and the efforts that make it; or the motion under given efforts. A payload rides on the platform.
  ForcedMotion inverse(const Configuration& at, const std::vector<int>& components, const VecX<double>& rate,
                       const VecX<double>& acceleration, const test::Mass& payload, const std::vector<WorldWrench>& wrenches) const;
  VecX<double> direct(const ForcedMotion& motion, const VecX<double>& effort) const;  // u̇
  // Largest of these components of u̇ that forces as large as the motion's could make, did none cancel another.
  double answer(const ForcedMotion& motion, const MatX<double>& components) const;

  // Wrench at the world's origin that a closure gives to its body a, as a linear map of the multipliers.
  Eigen::Matrix<double, 6, Eigen::Dynamic> closure_map(const Configuration& at, int closure) const;
  Twist friction_wrench(const Closure& closure, const std::vector<Twist>& twist) const;  // on body a

 private:
  const test::Sketch& sketch_;
  std::vector<Axis> axes_;
  std::vector<Closure> closures_;
  std::vector<Following> followings_;  // one row of A each, behind those of the closures
  std::vector<Rope> ropes_;
  std::vector<test::Mass> masses_;
  std::vector<int> joint_of_;  // axis behind which a body stands; -1: the platform
  V3 home_point_;
  int bodies_ = 0, platform_ = 0, actuators_ = 0;
  double effort_unit(int axis) const;  // newtons or newton metres for one unit
  double effort_unit_largest() const;

  Twist screw(const Configuration& at, int axis) const;
  std::vector<MatX<double>> jacobians(const Configuration& at) const;
  // The steps of `inverse`: rates of the twists while u̇ = 0; right side of the rows of A and of the components, for u̇; wrenches that the
  // joints must give every body; these and friction on the coordinates; efforts and multipliers.
  std::vector<Twist> coasting_rates(const Configuration& at, const ForcedMotion& motion) const;
  VecX<double> second_order_side(const Configuration& at, const std::vector<int>& components, const VecX<double>& acceleration,
                                 const std::vector<Twist>& coasting, const ForcedMotion& motion) const;
  void balance_bodies(const Configuration& at, const test::Mass& payload, const std::vector<WorldWrench>& wrenches,
                      ForcedMotion& motion) const;
  void add_motor(const test::Motor& motor, Friction& friction, Axis& axis);
  Friction per_unit(const Friction& friction, bool revolute) const;
  void add_closures(const std::vector<std::vector<int>>& last);  // as for ropes
  void add_ropes(const std::vector<std::vector<int>>& last);     // `last`: the body behind every joint of every leg
  void pull_ropes(const Configuration& at, ForcedMotion& motion) const;
  void gather_forces(const Configuration& at, const std::vector<MatX<double>>& J, ForcedMotion& motion) const;
  void find_efforts(ForcedMotion& motion) const;
  MatX<double> mass_matrix(const Configuration& at, const std::vector<MatX<double>>& J, const test::Mass& payload) const;
  mutable MatX<double> mass_;  // of the last `inverse`
};

// Null space of A in columns, and the smallest singular value that counts, relative to the largest; `clear` tells whether the rank is.
struct NullSpace {
  MatX<double> basis;
  double least = 1.0;
  bool clear = true;
};
NullSpace null_space(const MatX<double>& A);

}  // namespace gough::oracle
