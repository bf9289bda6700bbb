#include "gough/kinematics/velocity.hpp"

#include <functional>

#include "gough/kinematics/element_motion.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

// Every velocity and acceleration against differences along a motion whose V_r is V + A t. Positions at t are found by
// integrating Ẋ = Ψ V_r with one Runge-Kutta step (error of order t⁵), so they owe nothing to the velocities tested.
namespace gough {
namespace {

constexpr double kStep = 2e-3;

class Motion {
 public:
  Motion(const Robot& robot, const Pose<double>& start, VecX<double> V, VecX<double> A)
      : robot_(robot), start_(start), V_(std::move(V)), A_(std::move(A)), data_(robot) {}

  // Everything at time t.
  const KinematicsData<double>& at(double t) {
    Pose<double> pose = pose_at(t);
    EXPECT_TRUE(project(robot_, pose, data_).ok());
    velocity(robot_, VecX<double>(V_ + t * A_), data_);
    acceleration(robot_, A_, data_);
    return data_;
  }

 private:
  const Robot& robot_;
  Pose<double> start_;
  VecX<double> V_, A_;
  KinematicsData<double> data_;

  // d/dt of the step from the start pose: v, and the rotation vector's rate from ω.
  VecX<double> slope(const VecX<double>& step, double t) {
    Pose<double> pose = moved(robot_, start_, step);
    EXPECT_TRUE(project(robot_, pose, data_).answered());
    VecX<double> V = data_.Psi * (V_ + t * A_);
    const Vec3<double> phi = step.segment<3>(3), w = V.segment<3>(3);
    V.segment<3>(3) = w - phi.cross(w) / 2.0 + phi.cross(phi.cross(w)) / 12.0;
    return V;
  }

  Pose<double> pose_at(double t) {
    const VecX<double> zero = VecX<double>::Zero(robot_.nacelle.freedoms());
    const VecX<double> k1 = slope(zero, 0), k2 = slope(t / 2 * k1, t / 2), k3 = slope(t / 2 * k2, t / 2), k4 = slope(t * k3, t);
    return moved(robot_, start_, t / 6 * (k1 + 2 * k2 + 2 * k3 + k4));
  }
};

// Fourth-order difference of f at 0 and the tolerance that follows: the change from a step twice as long bounds the
// truncation error fifteen times over; positions come out of a projection and several solves, so their rounding is taken as 1e4 ulp.
struct Difference {
  VecX<double> value;
  double tolerance;
};

Difference difference(Motion& motion, const std::function<VecX<double>(const KinematicsData<double>&)>& f) {
  const auto formula = [&](double h) -> VecX<double> {
    const VecX<double> a = f(motion.at(-2 * h)), b = f(motion.at(-h)), c = f(motion.at(h)), d = f(motion.at(2 * h));
    return (a - 8 * b + 8 * c - d) / (12 * h);
  };
  const VecX<double> fine = formula(kStep), coarse = formula(2 * kStep);
  const double size = 1.0 + f(motion.at(0)).cwiseAbs().maxCoeff();
  return {fine, (fine - coarse).cwiseAbs().maxCoeff() + 1e4 * 2.2e-16 * size / kStep};
}

void expect_derivative(Motion& motion, const char* what, const std::function<VecX<double>(const KinematicsData<double>&)>& f,
                       const std::function<VecX<double>(const KinematicsData<double>&)>& derivative) {
  if (derivative(motion.at(0)).size() == 0) return;  // a leg without elements
  const Difference d = difference(motion, f);
  const VecX<double> claimed = derivative(motion.at(0));
  EXPECT_LT(d.tolerance, 1e-5 * (1.0 + claimed.cwiseAbs().maxCoeff())) << what << ": differences too coarse to say anything";
  EXPECT_LE((claimed - d.value).cwiseAbs().maxCoeff(), d.tolerance) << what;
}

using Data = KinematicsData<double>;

VecX<double> one(double x) { return VecX<double>::Constant(1, x); }

// ω × every column of R: the rate of R, stacked.
VecX<double> rotation_rate(const Mat3<double>& R, const Vec3<double>& w) {
  VecX<double> out(9);
  for (int k = 0; k < 3; ++k) out.segment<3>(3 * k) = w.cross(R.col(k));
  return out;
}

class Rates : public test::Catalog {
 protected:
  // One long vector from a function of every leg body.
  using BodyFunction = std::function<VecX<double>(const KinematicsData<double>&, std::size_t leg, std::size_t body)>;
  VecX<double> stack(const KinematicsData<double>& d, const BodyFunction& f) const {
    std::vector<double> out;
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (std::size_t j = 0; j < robot.legs[i].joints.size(); ++j)
        for (double x : f(d, i, j)) out.push_back(x);
    return Eigen::Map<VecX<double>>(out.data(), static_cast<Eigen::Index>(out.size()));
  }

  std::function<VecX<double>(const KinematicsData<double>&)> bodies(const BodyFunction& f) const {
    return [this, f](const KinematicsData<double>& d) { return stack(d, f); };
  }

  std::function<VecX<double>(const KinematicsData<double>&)> elements(
      const std::function<VecX<double>(const ElementMotion<double>&)>& f) const {
    return [this, f](const KinematicsData<double>& d) {
      std::vector<double> out;
      for (std::size_t i = 0; i < robot.legs.size(); ++i)
        for (const Element& e : robot.legs[i].elements)
          for (double x : f(element_motion(robot.legs[i], e, d.legs[i]))) out.push_back(x);
      return VecX<double>(Eigen::Map<VecX<double>>(out.data(), static_cast<Eigen::Index>(out.size())));
    };
  }

  // As fast as makes the fastest joint move at 1 rad/s, or at 1 m/s on a robot of 1 m; slower near a singularity.
  Motion random_motion(const Pose<double>& pose, Data& start, std::mt19937_64& random) const {
    const double regular = elimination_outcome(robot, start).measure;
    VecX<double> V = random_vector(robot.mobility.n, random), A = random_vector(robot.mobility.n, random);
    for (int k = 0; k < robot.mobility.n; ++k)
      if (!robot.mobility.free[k].angular) {
        V(k) *= robot.length;
        A(k) *= robot.length;
      }
    velocity(robot, V, start);
    double fastest = 0.0;
    for (const LegData<double>& leg : start.legs) fastest = std::max(fastest, leg.dq.cwiseAbs().maxCoeff());
    V *= std::min(1.0, 10.0 * regular) / fastest;
    A *= std::min(1.0, 10.0 * regular) / fastest;
    return Motion(robot, pose, V, A);
  }

  void expect_joint_rates(Motion& motion) const {
    expect_derivative(motion, "joint rates",
                      bodies([this](const Data& d, auto i, auto j) { return one(joint_value(robot.legs[i].joints[j], d.legs[i].q[j])); }),
                      bodies([](const Data& d, auto i, auto j) { return one(d.legs[i].dq(j)); }));
    expect_derivative(motion, "joint accelerations", bodies([](const Data& d, auto i, auto j) { return one(d.legs[i].dq(j)); }),
                      bodies([](const Data& d, auto i, auto j) { return one(d.legs[i].ddq(j)); }));
    expect_derivative(
        motion, "actuated rates", [](const Data& d) { return d.dqa; }, [](const Data& d) { return d.ddqa; });
  }

  void expect_body_rates(Motion& motion) const {
    expect_derivative(motion, "body velocities", bodies([](const Data& d, auto i, auto j) { return d.legs[i].body[j].p; }),
                      bodies([](const Data& d, auto i, auto j) { return d.legs[i].velocity[j].linear; }));
    expect_derivative(
        motion, "body angular velocities",
        bodies([](const Data& d, auto i, auto j) { return VecX<double>(d.legs[i].body[j].R.reshaped()); }),
        bodies([](const Data& d, auto i, auto j) { return rotation_rate(d.legs[i].body[j].R, d.legs[i].velocity[j].angular); }));
    expect_derivative(motion, "body accelerations", bodies([](const Data& d, auto i, auto j) { return d.legs[i].velocity[j].linear; }),
                      bodies([](const Data& d, auto i, auto j) { return d.legs[i].acceleration[j].linear; }));
    expect_derivative(motion, "body angular accelerations",
                      bodies([](const Data& d, auto i, auto j) { return d.legs[i].velocity[j].angular; }),
                      bodies([](const Data& d, auto i, auto j) { return d.legs[i].acceleration[j].angular; }));
  }

  // The second derivative of the nacelle holds Ψ̇ V_r.
  void expect_nacelle_rates(Motion& motion) const {
    expect_derivative(
        motion, "Ψ V_r", [](const Data& d) { return d.VN; }, [](const Data& d) { return d.dVN; });
    expect_derivative(
        motion, "platform position", [](const Data& d) { return VecX<double>(d.pose.p); },
        [](const Data& d) { return VecX<double>(d.VN.head<3>()); });
    for (std::size_t b = 0; b < robot.nacelle.body_names.size(); ++b) {
      expect_derivative(
          motion, "nacelle rotations", [b](const Data& d) { return VecX<double>(d.nacelle.body[b].R.reshaped()); },
          [b](const Data& d) { return rotation_rate(d.nacelle.body[b].R, d.nacelle.velocity[b].angular); });
      expect_derivative(
          motion, "nacelle velocities", [b](const Data& d) { return VecX<double>(d.nacelle.velocity[b].linear); },
          [b](const Data& d) { return VecX<double>(d.nacelle.acceleration[b].linear); });
    }
  }

  void expect_element_rates(Motion& motion) const {
    using E = ElementMotion<double>;
    expect_derivative(motion, "x", elements([](const E& e) { return e.x; }), elements([](const E& e) { return e.dx; }));
    expect_derivative(motion, "ẋ", elements([](const E& e) { return e.dx; }), elements([](const E& e) { return e.ddx; }));
    expect_derivative(motion, "d", elements([](const E& e) { return one(e.d); }), elements([](const E& e) { return one(e.dd); }));
    expect_derivative(motion, "ḋ", elements([](const E& e) { return one(e.dd); }), elements([](const E& e) { return one(e.ddd); }));
    expect_derivative(motion, "θ̇", elements([](const E& e) { return one(e.spin); }), elements([](const E& e) { return one(e.dspin); }));
    expect_derivative(motion, "θ̇ at the root", elements([](const E& e) { return one(e.root_spin); }),
                      elements([](const E& e) { return one(e.root_dspin); }));
  }
};

TEST_P(Rates, AgreeWithDifferences) {
  std::mt19937_64 random(31);
  KinematicsData<double> start(robot);
  const int poses = std::max(2, test::samples / 25);
  for (int sample = 0; sample < poses; ++sample) {
    const Pose<double> pose = test::regular_pose(robot, random, start);
    Motion motion = random_motion(pose, start, random);
    expect_joint_rates(motion);
    expect_body_rates(motion);
    expect_nacelle_rates(motion);
    expect_element_rates(motion);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Rates, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
