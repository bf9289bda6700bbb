#include "benchmarks/peers/tree_builder.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough::peers {
namespace {

using V3 = Vec3<double>;

class StateReader {
 public:
  StateReader(const Robot& robot, const Tree& tree, const KinematicsData<double>& k) : robot_(robot), tree_(tree), k_(k) {
    out_.platform = k.nacelle.body[0];
    out_.platform_spin = k.nacelle.velocity[0].angular;
    out_.rate.setZero(tree.freedoms);
    out_.acceleration.setZero(tree.freedoms);
    out_.K.setZero(tree.freedoms, tree.mobility);
    out_.P.setZero(tree.mobility, tree.freedoms);
    out_.Jinv = k.Jinv;
    jacobian_.setZero(k.VN.size(), tree.freedoms);
  }

  TreeState read() {
    int at = 0;
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b) {
      first_.push_back(at);
      at += tree_.bodies[b].freedoms();
      for (std::size_t j = 0; j < tree_.bodies[b].joints.size(); ++j)
        read_joint(tree_.bodies[b].joints[j], first_[b] + static_cast<int>(j));
    }
    out_.position = Eigen::Map<const VecX<double>>(positions_.data(), static_cast<int>(positions_.size()));
    const Hold hold = tree_.bodies[tree_.platform].hold;
    if (hold == Hold::free) read_free(first_[tree_.platform]);
    else read_carried(hold == Hold::ball);
    for (int r = 0; r < tree_.mobility; ++r) out_.P.row(r) = jacobian_.row(robot_.mobility.free[r].index);
    out_.bias = k_.dVr - out_.P * out_.acceleration;
    return out_;
  }

 private:
  const Robot& robot_;
  const Tree& tree_;
  const KinematicsData<double>& k_;
  TreeState out_;
  MatX<double> jacobian_;  // V_N from the tree's rates
  std::vector<int> first_;
  std::vector<double> positions_;

  void read_joint(const TreeJoint& j, int at) {
    const bool nacelle = j.leg < 0;
    const Joint& joint = nacelle ? robot_.nacelle.joints[j.joint] : robot_.legs[j.leg].joints[j.joint];
    const JointPosition<double>& q = nacelle ? k_.pose.z[j.joint] : k_.legs[j.leg].q[j.joint];
    positions_.push_back(joint_value(joint, q) - joint.home_value);
    out_.rate(at) = nacelle ? k_.VN(6 + j.joint) : k_.legs[j.leg].dq(j.joint);
    out_.acceleration(at) = nacelle ? k_.dVN(6 + j.joint) : k_.legs[j.leg].ddq(j.joint);
    if (nacelle) out_.K.row(at) = k_.Psi.row(6 + j.joint);
    else out_.K.row(at) = joint_rates(j.leg).row(j.joint);
    if (nacelle) jacobian_(6 + j.joint, at) = 1.0;
  }

  MatX<double> joint_rates(int leg) const {
    MatX<double> G(robot_.legs[leg].rows, robot_.nacelle.freedoms()), K(robot_.legs[leg].freedoms(), robot_.mobility.n);
    free_joint_map(robot_, leg, k_, G, K);
    return K;
  }

  void read_free(int at) {
    out_.rate.segment<6>(at) = k_.VN.head<6>();
    out_.acceleration.segment<6>(at) = k_.dVN.head<6>();
    out_.K.middleRows<6>(at) = k_.Psi.topRows<6>();
    jacobian_.block<6, 6>(0, at).setIdentity();
  }

  // The platform's [v; ω] from the joints of the leg that carries it, and from its ball if there is one.
  void read_carried(bool ball) {
    const V3 p = out_.platform.p;
    for (int b = tree_.platform; b >= 0; b = tree_.bodies[b].parent)
      for (std::size_t j = 0; j < tree_.bodies[b].joints.size(); ++j) {
        const TreeJoint& joint = tree_.bodies[b].joints[j];
        const Placement<double>& frame = k_.legs[joint.leg].body[joint.joint];
        const V3 z = frame.R.col(2);
        const int at = first_[b] + static_cast<int>(j);
        jacobian_.col(at).head<3>() = joint.revolute ? V3(z.cross(p - frame.p)) : z;
        jacobian_.col(at).segment<3>(3) = joint.turns() * z;
      }
    if (ball) read_ball(tree_.bodies[tree_.platform]);
  }

  void read_ball(const TreeBody& platform) {
    const int at = first_[tree_.platform];
    const TreeJoint& last = tree_.bodies[platform.parent].joints.back();
    const LegData<double>& leg = k_.legs[last.leg];
    out_.carrier = leg.body[last.joint].R * platform.placement.R;
    out_.carrier_spin = leg.velocity[last.joint].angular;
    out_.rate.segment<3>(at) = out_.platform_spin - out_.carrier_spin;
    out_.acceleration.segment<3>(at) = k_.nacelle.acceleration[0].angular - leg.acceleration[last.joint].angular;
    out_.K.middleRows<3>(at) = k_.Psi.middleRows<3>(3) - jacobian_.middleRows<3>(3) * out_.K;
    jacobian_.block<3, 3>(0, at) = hat<double>(out_.platform.R * platform.ball);  // ω × (p − centre)
    jacobian_.block<3, 3>(3, at).setIdentity();
  }
};

}  // namespace

TreeState tree_state(const Robot& robot, const Tree& tree, const KinematicsData<double>& k) { return StateReader(robot, tree, k).read(); }

}  // namespace gough::peers
