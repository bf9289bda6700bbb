#include "apps/gough/state_options.hpp"

#include "apps/gough/check_motion.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/typed_state.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough::command {

StateOptions add_state_options(const Subcommand& sub, DynamicsOptions& o) {
  sub.option("ROBOT", o.robot, "robot file or catalog name").required();
  const Option pose = sub.option("--pose", o.pose, "x,y,z,qw,qx,qy,qz; below six freedoms the free components suffice; home if absent");
  sub.flag("--rpy", o.rpy, "poses are x,y,z,roll,pitch,yaw with angles in degrees");
  const Option twist = sub.option("--twist", o.twist, "vx,vy,vz,wx,wy,wz, or the free components; 0 if absent");
  sub.option("--payload", o.payload, "mass in kg, or mass,x,y,z with its centre from the tool point, platform axes");
  const Option wrench =
      sub.option("--wrench", o.wrench, "fx,fy,fz,nx,ny,nz from outside, N and N m, base axes; on the platform at its tool point");
  sub.option("--on", o.on,
             "the body the wrench acts on instead: a nacelle body, or leg.joint as `gough info` names them; at the origin of its axes")
      .needs(wrench);
  sub.option("--at", o.at, "x,y,z: the wrench's point in the axes that the robot file gives that body").needs(wrench);
  return {pose, twist};
}

TypedState typed_state(const Robot& robot, const DynamicsOptions& o) {
  const auto typed = [&](const std::optional<std::string>& text, const std::string& option) {
    return text ? numbers(*text, option) : std::vector<double>(robot.mobility.n, 0.0);
  };
  TypedState out{typed_pose(robot, o.pose, o.rpy, "--pose"), typed(o.twist, "--twist"), typed(o.acceleration, "--acceleration"), {}, {}};
  out.Vr = parse_rates(robot, out.twist, "--twist");
  out.dVr = parse_rates(robot, out.acceleration, "--acceleration");
  return out;
}

void check_motions(const Robot& robot, const TypedState& state, KinematicsData<double>& k) {
  velocity(robot, state.Vr, k);
  check_motion(robot, state.twist, k.VN, "--twist");
  acceleration(robot, state.dVr, k);
  check_motion(robot, state.acceleration, k.dVN, "--acceleration");
}

}  // namespace gough::command
