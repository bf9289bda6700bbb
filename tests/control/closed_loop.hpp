#pragma once

#include "gough/control/controller.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/friction.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

namespace gough::test {

// A robot with its controller: RK4 over the direct dynamics with efforts held between the controller's calls. Small on purpose; the
// simulation folder has the real one.
class ClosedLoop {
 public:
  Pose<double> pose;
  VecX<double> Vr, effort;
  double t = 0.0;
  Load load;

  explicit ClosedLoop(const Robot& plant)
      : pose(plant.home),
        Vr(VecX<double>::Zero(plant.mobility.n)),
        effort(VecX<double>::Zero(static_cast<Eigen::Index>(plant.actuators.size()))),
        plant_(plant),
        kinematics_(plant),
        dynamics_(plant) {}

  // What perfect sensors tell.
  Measurement measurement() {
    Measurement m(plant_);
    EXPECT_TRUE(position(plant_, pose, kinematics_).answered());
    velocity(plant_, Vr, kinematics_);
    m.t = t;
    m.pose = pose;
    m.Vr = Vr;
    m.dqa = kinematics_.dqa;
    actuated_positions(plant_, kinematics_, m.qa);
    return m;
  }

  // V̇_r under the present efforts.
  VecX<double> acceleration() { return derivative(pose, Vr); }

  // One period of the controller in `steps` steps.
  void advance(double period, int steps) {
    const double h = period / steps;
    for (int s = 0; s < steps; ++s) step(h);
  }

 private:
  const Robot& plant_;
  KinematicsData<double> kinematics_;
  DynamicsData<double> dynamics_;

  VecX<double> derivative(Pose<double> at, const VecX<double>& V) {
    if (!plant_.mobility.constant) (void)project_near(plant_, at, kinematics_);  // the stages of a step leave loops open
    const Outcome outcome = direct_dynamics(plant_, Formulation::platform_legs, load, at, V, effort, kinematics_, dynamics_);
    EXPECT_TRUE(outcome.answered()) << to_string(outcome.status);
    return dynamics_.acceleration;
  }
  VecX<double> twist(const VecX<double>& V) const { return kinematics_.Psi * V; }

  void step(double h) {
    const VecX<double> a1 = derivative(pose, Vr), v1 = twist(Vr);
    const VecX<double> V2 = Vr + 0.5 * h * a1;
    const Pose<double> x2 = moved(plant_, pose, 0.5 * h * v1);
    const VecX<double> a2 = derivative(x2, V2), v2 = twist(V2);
    const VecX<double> V3 = Vr + 0.5 * h * a2;
    const Pose<double> x3 = moved(plant_, pose, 0.5 * h * v2);
    const VecX<double> a3 = derivative(x3, V3), v3 = twist(V3);
    const VecX<double> V4 = Vr + h * a3;
    const Pose<double> x4 = moved(plant_, pose, h * v3);
    const VecX<double> a4 = derivative(x4, V4), v4 = twist(V4);
    pose = moved(plant_, pose, h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4));
    Vr += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    (void)project(plant_, pose, kinematics_);
    t += h;
  }
};

// x(t) on a straight line there and back by 10 s³ − 15 s⁴ + 6 s⁵, one way in `half` seconds: a pick-and-place.
inline void there_and_back(double t, double half, const VecX<double>& stroke, const VecX<double>& from, VecX<double>& x, VecX<double>& v,
                           VecX<double>& a) {
  const double turn = std::floor(t / half), s = t / half - turn;
  const bool back = static_cast<long>(turn) % 2 == 1;
  const double u = s * s * s * (10.0 + s * (-15.0 + 6.0 * s)), du = 30.0 * s * s * (1.0 - s) * (1.0 - s) / half;
  const double ddu = 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / (half * half);
  x = from + (back ? 1.0 - u : u) * stroke;
  v = (back ? -du : du) * stroke;
  a = (back ? -ddu : ddu) * stroke;
}

// The same as a reference for a robot whose freedoms are all translations.
inline Reference there_and_back(const Robot& robot, double t, double half, const VecX<double>& stroke, const VecX<double>& from) {
  Reference r(robot);
  VecX<double> x;
  there_and_back(t, half, stroke, from, x, r.Vr, r.dVr);
  r.pose = pose_from_free(robot, x);
  return r;
}

inline ControllerSpec controller(const std::string& text) { return read_controller(text, "c.toml"); }

}  // namespace gough::test
