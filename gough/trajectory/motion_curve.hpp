#pragma once

#include <array>
#include <variant>

#include "gough/model/robot.hpp"
#include "gough/trajectory/cubic_spline.hpp"
#include "gough/trajectory/time_law.hpp"

// Curves of all components of a nacelle, each twice continuously differentiable unless its time law says otherwise, with
// exact derivatives. They know nothing of legs: `Trajectory` puts them on the platform's manifold. Nothing is allocated in `at`.
namespace gough {

// Where the nacelle is and how it moves. z are the nacelle's own joints, from home.
struct NacelleMotion {
  Vec3<double> p = Vec3<double>::Zero(), v = Vec3<double>::Zero(), a = Vec3<double>::Zero();
  Mat3<double> R = Mat3<double>::Identity();
  Vec3<double> w = Vec3<double>::Zero(), dw = Vec3<double>::Zero();
  std::array<double, kMaxNacelleJoints> z = {}, dz = {}, ddz = {};
};

// A difference of two poses: along p, about a fixed world axis, and along the nacelle's joints.
struct Displacement {
  Vec3<double> p = Vec3<double>::Zero(), turn = Vec3<double>::Zero();
  std::array<double, kMaxNacelleJoints> z = {};
};

NacelleMotion at_rest(const Robot& robot, const Pose<double>& pose);
Displacement displacement(const Robot& robot, const Pose<double>& from, const Pose<double>& to);

// R ← exp(s turn) R with its rates.
void add_turn(const Vec3<double>& turn, const Scaled& s, NacelleMotion& out);

// Displacements one after the other or overlapping, each with its own law from its own time: a hold has none, a line has
// one, a pick and place has three.
struct Moves {
  struct Move {
    Displacement by;
    TimeLaw law;
    double start = 0.0;
  };
  NacelleMotion from;
  std::vector<Move> moves;
  double duration = 0.0;

  void at(double t, NacelleMotion& out) const;
};

// About an axis through a centre; the orientation may turn by a displacement meanwhile.
struct Arc {
  NacelleMotion from;
  Vec3<double> centre, axis;
  double angle = 0.0;
  Displacement by;  // its `p` is along the axis: a helix
  TimeLaw law;

  void at(double t, NacelleMotion& out) const;
};

// Through poses at given times. Positions by a cubic spline at rest at both ends; rotations as the product of the turns
// from each pose to the next, each raised to a power that a cubic spline takes from 0 before to 1 after: through every pose,
// twice continuously differentiable, independent of the choice of frames, and about one axis a cubic spline of the angle.
struct PoseSpline {
  NacelleMotion from;
  std::vector<Vec3<double>> turns;
  CubicSpline spline;  // columns: p, then z, then the powers

  void at(double t, NacelleMotion& out) const;
};

// Sums of sines in the coordinates of `pose_from_free`: positions, rotation vector from home, nacelle joints from home.
//   c_j(t) = offset_j + Σ_k cosine_jk cos(k ω t) + sine_jk sin(k ω t), k from 1
struct FourierCurve {
  Mat3<double> home;
  std::vector<int> component;  // of V_N, one for each row
  VecX<double> offset;         // of each component of V_N
  MatX<double> cosine, sine;
  double frequency = 1.0;  // Hz

  void at(double t, NacelleMotion& out) const;
};

// A cubic spline in the same coordinates, through samples.
struct SampledCurve {
  Mat3<double> home;
  CubicSpline spline;  // columns: all components of V_N

  void at(double t, NacelleMotion& out) const;
};

using MotionCurve = std::variant<Moves, Arc, PoseSpline, FourierCurve, SampledCurve>;

}  // namespace gough
