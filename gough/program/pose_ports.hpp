#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/program/program.hpp"

namespace gough {

// Ports of a joint's position: cosine and sine of its angle (`angle` in words, where it is not a joint's), or its length.
std::vector<Port> joint_ports(const std::string& name, bool revolute, int component, const std::string& angle = {});

// One function of several, chosen by the type of its argument.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

// Which numbers of the pose a program takes. What a robot's mobility keeps where it is at home is a constant of the program, so that a
// Delta has x, y, z and a planar robot x, y and the cosine and sine of its turn; where the platform turns freely the rotation matrix
// enters, row by row. Legs without a closed-form inverse geometry bring their joint positions.
class PosePorts {
 public:
  explicit PosePorts(const Robot& robot) : robot_(robot), motion_(robot.motion) {}

  // Parts of the numbers: a coordinate of the platform's origin, the cosine and sine of its turn about its axis, its rotation matrix row by
  // row, the position of a joint of the nacelle, and of a joint of a leg without a closed form.
  struct Coordinate {
    int axis;
  };
  struct Turn {};
  struct Rotation {};
  struct NacelleJoint {
    int index;
  };
  struct LegJoint {
    int leg, index;
  };

  // The one order of the parts: of the pose, and behind it of the legs. Calls f with each.
  template <class F>
  void pose_parts(const F& f) const;
  template <class F>
  void leg_parts(const F& f) const;

  // Makes the inputs, returns them, and fills pose (and those legs' q) of the recording data.
  std::vector<Recorded> record(Recorder& recorder, KinematicsData<Recorded>& data) const;

  // Rates of those inputs when V_r is 1 in its component `c` and 0 elsewhere. Reads what `eliminate` filled.
  std::vector<Recorded> rates(const std::vector<Recorded>& inputs, const KinematicsData<Recorded>& data, int c) const;

  // Those inputs after a small step of V_N: rotations by a rational map, no sine or cosine, brought back towards orthogonal where rounding
  // has led away. Only where every leg has a closed form.
  std::vector<Recorded> moved(const std::vector<Recorded>& inputs, const KinematicsData<Recorded>& data, const VecX<Recorded>& step) const;

  // The ports, in the order of the inputs.
  std::vector<Port> ports() const;

  // The same numbers of a state, appended to `out`. Reads pose and the legs' q.
  void append(const KinematicsData<double>& data, std::vector<double>& out) const;

  // The pose's own part of them, without names: for use in a loop. Returns the end of what was written.
  double* fill(const Pose<double>& pose, double* out) const;
  void fill(const Pose<double>& pose, double* out, std::size_t stride) const;  // number i to out[i * stride]

  // Behind it, the joints of legs without a closed form.
  double* fill_joints(const KinematicsData<double>& data, double* out) const;

  static constexpr double kHeld = 1e-9;  // rad or robot lengths by which what is held may be elsewhere, as loops may be open

  // Whether a pose has what is a constant of the programs as at home: else they would answer for another pose.
  bool holds(const Pose<double>& pose) const;

  // Moves what is a constant of the programs to where it is at home, the free coordinates (`free_coordinates`) kept.
  void hold(Pose<double>& pose) const;

  // The pose that these numbers are, what the mobility keeps being as at home.
  void read(const double* in, Pose<double>& pose) const;

 private:
  const Robot& robot_;
  const PlatformMotion& motion_;

  // Calls f(port, number of the pose) for each input; used both ways.
  template <class T, class F>
  void visit(KinematicsData<T>& data, const F& f) const;

  bool follows(const PlatformMotion::Tie& tie, const Pose<double>& pose) const;
  double from_home(const Pose<double>& pose, int component) const;
  JointPosition<double> turn_from_home(const Pose<double>& pose, int component) const;
};

template <class F>
void PosePorts::pose_parts(const F& f) const {
  for (int k = 0; k < 3; ++k)
    if (motion_.moves[k]) f(Coordinate{k});
  if (motion_.turns_about_axis()) f(Turn{});
  if (motion_.turns_freely()) f(Rotation{});
  for (int k = 0; k < static_cast<int>(robot_.nacelle.joints.size()); ++k) f(NacelleJoint{k});
}

template <class F>
void PosePorts::leg_parts(const F& f) const {
  for (int i = 0; i < static_cast<int>(robot_.legs.size()); ++i)
    for (int j = 0; j < robot_.legs[i].freedoms() && !robot_.legs[i].solver.closed_form; ++j) f(LegJoint{i, j});
}

}  // namespace gough
