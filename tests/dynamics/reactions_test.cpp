#include "gough/dynamics/reactions.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/placement.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/oracles/maximal_coordinates.hpp"

namespace gough {
namespace {

using V3 = Vec3<double>;
using W6 = Eigen::Matrix<double, 6, 1>;

// One place where two bodies meet: the reaction acts with + on `outer` and − on `inner` (oracle's body indices, -1 the base).
struct Meeting {
  std::string name;
  int outer = 0, inner = -1;
  V3 at = V3::Zero();
  std::pair<int, int> rows;  // of the oracle's constraints
  W6 along = W6::Zero();     // the freedom of a joint, which carries an effort
  V3 friction = V3::Zero();  // moment of a tip's or loop's friction on the outer body
};

V3 tip_friction(const Friction& f, const V3& w) { return w.norm() > 0 ? V3(-(f.viscous + f.coulomb / w.norm()) * w) : V3(V3::Zero()); }

std::vector<Meeting> meetings(const Robot& robot, const KinematicsData<double>& k) {
  std::vector<Meeting> out;
  const auto joint = [&](int leg, int j, const Joint& joint, int body, const Placement<double>& frame) {
    Meeting m{joint.name, oracle::body_index(robot, leg, body), -1, frame.p, oracle::joint_rows(robot, leg, j), W6::Zero(), V3::Zero()};
    if (leg < 0 || joint.parent >= 0) m.inner = oracle::body_index(robot, leg, joint.parent);
    (joint.revolute ? m.along.tail<3>() : m.along.head<3>()) = frame.R.col(2);
    out.push_back(m);
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) joint(static_cast<int>(i), j, robot.legs[i].joints[j], j, k.legs[i].body[j]);
  for (std::size_t j = 0; j < robot.nacelle.joints.size(); ++j)
    joint(-1, static_cast<int>(j), robot.nacelle.joints[j], static_cast<int>(j) + 1, k.nacelle.body[j + 1]);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for (std::size_t t = 0; t < robot.legs[i].tips.size(); ++t) {
      const Tip& tip = robot.legs[i].tips[t];
      const V3 w = k.legs[i].velocity[tip.leg.body].angular - k.nacelle.velocity[tip.nacelle.body].angular;
      out.push_back({tip.name, oracle::body_index(robot, static_cast<int>(i), tip.leg.body),
                     oracle::body_index(robot, -1, tip.nacelle.body), tip_frame(tip.nacelle, k.nacelle.body).p,
                     oracle::tip_rows(robot, static_cast<int>(i), static_cast<int>(t)), W6::Zero(), tip_friction(tip.friction, w)});
    }
    for (std::size_t l = 0; l < robot.legs[i].loops.size(); ++l) {
      const LegLoop& loop = robot.legs[i].loops[l];
      const auto index = [&](const TipSide& side) {
        return side.body < 0 ? -1 : oracle::body_index(robot, static_cast<int>(i), side.body);
      };
      out.push_back({loop.name, index(loop.a), index(loop.b), tip_frame(loop.b, k.legs[i].body).p,
                     oracle::leg_loop_rows(robot, static_cast<int>(i), static_cast<int>(l)), W6::Zero(),
                     tip_friction(loop.friction, relative_rotation<double>(loop, k.legs[i]))});
    }
  }
  for (std::size_t t = 0; t < robot.nacelle.loops.size(); ++t) {
    const TreeLoop& loop = robot.nacelle.loops[t];
    const V3 w = k.nacelle.velocity[loop.a.body].angular - k.nacelle.velocity[loop.b.body].angular;
    out.push_back({loop.name, oracle::body_index(robot, -1, loop.a.body), oracle::body_index(robot, -1, loop.b.body),
                   tip_frame(loop.b, k.nacelle.body).p, oracle::tip_rows(robot, -1, static_cast<int>(t)), W6::Zero(),
                   tip_friction(loop.friction, w)});
  }
  return out;
}

struct BodyState {
  RigidBody body;
  Placement<double> frame;
  V3 center() const { return frame.point(body.com); }
};

std::vector<BodyState> bodies(const Robot& robot, const Load& load, const KinematicsData<double>& k) {
  std::vector<BodyState> out;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) out.push_back({robot.legs[i].joints[j].body, k.legs[i].body[j]});
  for (std::size_t b = 0; b < k.nacelle.body.size(); ++b)
    out.push_back({b == 0 ? joined(robot.nacelle.platform, load.payload) : robot.nacelle.joints[b - 1].body, k.nacelle.body[b]});
  return out;
}

class Reactions : public test::Catalog {
 protected:
  // Calls f(meetings, bodies, reactions, oracle's solution, scale) at random states.
  template <class F>
  void at_states(const F& f) {
    std::mt19937_64 random(111);
    DynamicsData<double> data(robot);
    for (int s = 0; s < 3; ++s) {
      test::State state(robot, random);
      platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
      const oracle::Solution truth = oracle::direct_dynamics(robot, state.load, state.kinematics, state.Vr, data.effort);
      const std::vector<Reaction> found = reactions(robot, state.load, state.kinematics, data.effort);
      const std::vector<Meeting> where = meetings(robot, state.kinematics);
      ASSERT_EQ(found.size(), where.size());
      for (std::size_t m = 0; m < found.size(); ++m) ASSERT_EQ(found[m].joint, where[m].name);
      f(state.load, where, bodies(robot, state.load, state.kinematics), found, truth, 1.0 + truth.multipliers.cwiseAbs().maxCoeff());
    }
  }
};

// Unique reactions of joints, tips and loops against the oracle's multipliers: the constraint wrench on the outer body.
TEST_P(Reactions, AgreeWithTheOracleWhereUnique) {
  int compared = 0, loose = 0;
  at_states([&](const Load&, const auto& where, const auto& body, const auto& found, const auto& truth, double scale) {
    for (std::size_t m = 0; m < where.size(); ++m) {
      if (!found[m].unique) {
        ++loose;
        continue;
      }
      ++compared;
      const auto [row, count] = where[m].rows;
      const W6 w = truth.constraints.block(row, 6 * where[m].outer, count, 6).transpose() * truth.multipliers.segment(row, count);
      const V3 force = w.template head<3>(), moment = V3(w.template tail<3>()) + (body[where[m].outer].center() - where[m].at).cross(force);
      // ours has the effort along the freedom and the friction too: compare the rest
      const V3 f_axis = where[m].along.template head<3>(), m_axis = where[m].along.template tail<3>();
      const V3 f = found[m].force - f_axis * f_axis.dot(found[m].force);
      const V3 n = found[m].moment - where[m].friction - m_axis * m_axis.dot(found[m].moment);
      EXPECT_LT((f - force).norm() / scale, 1e-8) << where[m].name;
      EXPECT_LT((n - moment).norm() / scale, 1e-8) << where[m].name;
    }
  });
  const bool over_constrained = robot.mobility.redundant_rows > 0;
  EXPECT_EQ(loose > 0, over_constrained) << "reactions are shared in other ways exactly where constraints repeat";
  EXPECT_TRUE(compared > 0 || over_constrained);
}

// All of them, unique or chosen, move every body as the oracle says it moves.
TEST_P(Reactions, HoldEveryBodyInEquilibrium) {
  at_states([&](const Load& load, const auto& where, const auto& body, const auto& found, const auto& truth, double scale) {
    std::vector<W6> sum(body.size(), W6::Zero());  // force, and moment about the mass centre
    const auto act = [&](int b, const V3& at, const V3& f, const V3& n) {
      if (b < 0) return;
      sum[b].template head<3>() += f;
      sum[b].template tail<3>() += n + (at - body[b].center()).cross(f);
    };
    for (std::size_t m = 0; m < where.size(); ++m) {
      act(where[m].outer, where[m].at, found[m].force, found[m].moment);
      act(where[m].inner, where[m].at, -found[m].force, -found[m].moment);
    }
    for (const ExternalWrench& e : load.wrenches) {
      const int b = oracle::body_index(robot, e.leg, e.body);
      act(b, body[b].frame.point(e.point), e.force, e.moment);
    }
    for (const Spring& spring : robot.springs) {
      V3 point[2], moving[2] = {V3::Zero(), V3::Zero()};
      int on[2] = {-1, -1};
      for (int side = 0; side < 2; ++side) {
        const SpringEnd& end = side == 0 ? spring.a : spring.b;
        point[side] = end.point;
        if (end.on_base) continue;
        on[side] = oracle::body_index(robot, end.body.leg, end.body.body);
        point[side] = body[on[side]].frame.point(end.point);
        const V3 v = truth.velocity.template segment<3>(6 * on[side]), w = truth.velocity.template segment<3>(6 * on[side] + 3);
        moving[side] = v + w.cross(point[side] - body[on[side]].center());
      }
      const V3 along = (point[1] - point[0]).normalized();
      const double tension = spring.stiffness * ((point[1] - point[0]).norm() - spring.free_length) +
                             spring.damping * along.dot(moving[1] - moving[0]) + spring.pull;
      act(on[0], point[0], tension * along, V3::Zero());
      act(on[1], point[1], -tension * along, V3::Zero());
    }
    for (std::size_t b = 0; b < body.size(); ++b) {
      const V3 a = truth.acceleration.template segment<3>(6 * b), dw = truth.acceleration.template segment<3>(6 * b + 3);
      const V3 w = truth.velocity.template segment<3>(6 * b + 3);
      const Mat3<double> I = body[b].frame.R * body[b].body.inertia * body[b].frame.R.transpose();
      EXPECT_LT((V3(sum[b].template head<3>()) - body[b].body.mass * (a - robot.gravity)).norm() / scale, 1e-8) << "body " << b;
      EXPECT_LT((V3(sum[b].template tail<3>()) - I * dw - w.cross(I * w)).norm() / scale, 1e-8) << "body " << b;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Robots, Reactions, ::testing::ValuesIn(catalog()), test::robot_name);

// The choice among reactions is one of mechanics, not of units: a robot twice as large under twice the gravity-free wrench keeps which are
// unique and scales the rest.
TEST(ReactionsOf, AnOverConstrainedRobotAreTheLeast) {
  const Robot robot = load_robot("delta");
  std::mt19937_64 random(112);
  test::State state(robot, random);
  DynamicsData<double> data(robot);
  platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
  const oracle::Solution truth = oracle::direct_dynamics(robot, state.load, state.kinematics, state.Vr, data.effort);
  const std::vector<Reaction> found = reactions(robot, state.load, state.kinematics, data.effort);
  const std::vector<Meeting> where = meetings(robot, state.kinematics);
  // any other equilibrium, the oracle's say, has larger tip forces
  double ours = 0.0, other = 0.0;
  for (std::size_t i = 0, m = where.size() - 6; i < 3; ++i)
    for (int t = 0; t < 2; ++t, ++m) {
      ours += found[m].force.squaredNorm();
      const auto [row, count] = where[m].rows;
      other +=
          (truth.constraints.block(row, 6 * where[m].outer, count, 3).transpose() * truth.multipliers.segment(row, count)).squaredNorm();
    }
  EXPECT_LE(ours, other * (1 + 1e-9));
}

}  // namespace
}  // namespace gough
