#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/program/program.hpp"

namespace gough {

// Ports of a joint's position: cosine and sine of its angle (`angle` in words, where it is not a joint's), or its length.
std::vector<Port> joint_ports(const std::string& name, bool revolute, int component, const std::string& angle = {});

// Which numbers of the pose a program takes. What a robot's mobility keeps where it is at home is a constant of the program, so that a
// Delta has x, y, z and a planar robot x, y and the cosine and sine of its turn; where the platform turns freely the rotation matrix
// enters, row by row. Legs without a closed-form inverse geometry bring their joint positions.
class PosePorts {
 public:
  explicit PosePorts(const Robot& robot);

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

  const Vec3<double>& turn_axis() const { return axis_; }  // of a platform that turns about one axis
  bool turns_freely() const { return turning_ == Turning::free; }
  bool turns_about_axis() const { return turning_ == Turning::about_axis; }
  bool moves(int k) const { return moves_[k]; }  // x, y or z

  // Of a platform that turns about one axis: cosine and sine of the turn from home; and R = along + cos · across + sin · crossed.
  JointPosition<double> turn_of(const Mat3<double>& R) const {
    const Vec3<double> now = R * reference_;
    return {ahead_.dot(now), aside_.dot(now), 0.0};
  }
  const Mat3<double>& along() const { return along_; }
  const Mat3<double>& across() const { return across_; }
  const Mat3<double>& crossed() const { return crossed_; }

  static constexpr double kHeld = 1e-9;  // rad or robot lengths by which what is held may be elsewhere, as loops may be open

  // Whether a pose has what is a constant of the programs as at home: else they would answer for another pose.
  bool holds(const Pose<double>& pose) const;

  // Moves what is a constant of the programs to where it is at home, the free coordinates (`free_coordinates`) kept.
  void hold(Pose<double>& pose) const;

  // The pose that these numbers are, what the mobility keeps being as at home.
  void read(const double* in, Pose<double>& pose) const;

 private:
  enum class Turning { none, about_axis, free };
  const Robot& robot_;
  Turning turning_ = Turning::free;
  Vec3<double> axis_ = Vec3<double>::Zero();
  bool moves_[3] = {true, true, true};
  Vec3<double> reference_ = Vec3<double>::Zero();                                   // a direction on the platform, across the axis
  Vec3<double> ahead_ = Vec3<double>::Zero(), aside_ = Vec3<double>::Zero();        // where it points at home, and a right angle on
  Mat3<double> along_ = Mat3<double>::Zero(), across_ = along_, crossed_ = along_;  // R = along_ + cos · across_ + sin · crossed_

  // A component of V_N that constants tie to the free ones; where it is an angle that follows one other turn for turn, which and which way.
  struct Tie {
    int component, to = -1;
    double way = 0.0;
  };
  std::vector<Tie> tied_;

  // Calls f(port, number of the pose) for each input; used both ways.
  template <class T, class F>
  void visit(KinematicsData<T>& data, const F& f) const;

  void find_turning();
  Tie tie_of(int component) const;
  bool follows(const Tie& tie, const Pose<double>& pose) const;
  double from_home(const Pose<double>& pose, int component) const;
  JointPosition<double> turn_from_home(const Pose<double>& pose, int component) const;
};

}  // namespace gough
