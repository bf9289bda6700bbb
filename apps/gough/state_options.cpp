#include "apps/gough/state_options.hpp"

namespace gough::command {

StateOptions add_state_options(const Subcommand& sub, DynamicsOptions& o) {
  sub.option("ROBOT", o.robot, "robot file or catalog name").required();
  const Option pose = sub.option("--pose", o.pose, "x,y,z,qw,qx,qy,qz; below six freedoms the free components suffice; home if absent");
  sub.flag("--rpy", o.rpy, "poses are x,y,z,roll,pitch,yaw with angles in degrees");
  const Option twist = sub.option("--twist", o.twist, "vx,vy,vz,wx,wy,wz, or the free components; 0 if absent");
  const Option joints = sub.option(
      "--joints", o.joints, "actuated joints instead of a pose, in the order of `gough info`, rad and m: forward geometry finds the pose");
  const Option rates = sub.option("--rates", o.rates, "rates of the actuated joints, rad/s and m/s; 0 if absent").needs(joints);
  sub.flag("--deg", o.deg, "revolute joints of --joints and of their rates in degrees").needs(joints);
  sub.option("--start", o.start, "a pose near that of the joints, as --pose: chooses the assembly mode; home if absent");
  joints.excludes(pose).excludes(twist);
  sub.option("--payload", o.payload, "mass in kg, or mass,x,y,z with its centre from the tool point, platform axes");
  const Option wrench =
      sub.option("--wrench", o.wrench, "fx,fy,fz,nx,ny,nz from outside, N and N m, base axes; on the platform at its tool point");
  sub.option("--on", o.on,
             "the body the wrench acts on instead: a nacelle body, or leg.joint as `gough info` names them; at the origin of its axes")
      .needs(wrench);
  sub.option("--at", o.at, "x,y,z: the wrench's point in the axes that the robot file gives that body").needs(wrench);
  return {pose, twist, joints, rates};
}

AccelerationOptions add_acceleration_options(const Subcommand& sub, DynamicsOptions& o, const Option& joints) {
  const Option acceleration = sub.option("--acceleration", o.acceleration, "dvx,dvy,dvz,dwx,dwy,dwz, or the free components; 0 if absent");
  joints.excludes(acceleration);
  return {
      acceleration,
      sub.option("--accelerations", o.accelerations, "accelerations of the actuated joints, rad/s2 and m/s2; 0 if absent").needs(joints)};
}

}  // namespace gough::command
