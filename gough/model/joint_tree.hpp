#pragma once

#include <cassert>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "gough/math/joint_position.hpp"
#include "gough/model/rigid_body.hpp"
#include "gough/model/spring.hpp"

// Joints and the trees they make: a leg on the base, the nacelle's joints on the platform.
namespace gough {

struct Friction {
  double viscous = 0.0;  // N m s/rad or N s/m
  double coulomb = 0.0;  // N m or N
};

// A one-degree-of-freedom joint about or along the z axis of its frame, and the body behind it, whose body frame is the joint frame after
// the motion (docs/frames.md). A helical joint is a slide that turns as it goes: its position is that of the slide.
struct Joint {
  std::string name;
  bool revolute = true;
  double screw = 0.0;           // rad of turn for each m of a helical joint's slide: 2π / pitch; 0 of other joints
  int parent = -1;              // body of the same tree; -1 is the base
  Placement<double> placement;  // of the joint frame before its motion, in the parent's body frame, or in the world
  JointPosition<double> home;   // position at the home pose, from the joint frame
  double home_value = 0.0;      // the same position as the user's angle or length, from the file's zero
  Friction friction;
  std::optional<JointSpring> spring;
  RigidBody body;
  int actuator = -1;
  Placement<double> file_frame;            // placement of the file axes of the body in the body frame
  int spec = 0;                            // index of the joint in the file; U, S and C give several joints
  std::optional<double> sensor;            // standard deviation of its sensor, rad or m, where the file gives one
  std::optional<Vec3<double>> fixed_axis;  // direction in base axes of an axis that never turns, whatever the pose

  bool helical() const { return screw != 0.0; }
  bool turns() const { return revolute || helical(); }  // whether its motion turns the body behind it
};

inline const char* letter(const Joint& joint) { return joint.revolute ? "R" : joint.helical() ? "H" : "P"; }
inline const char* type_name(const Joint& joint) { return joint.revolute ? "revolute" : joint.helical() ? "helical" : "prismatic"; }

// Frame of the body behind a joint, from the joint's frame before the motion.
template <class T>
Placement<T> moved(const Joint& joint, const Placement<T>& frame, const JointPosition<T>& q) {
  using std::cos;
  using std::sin;
  if (!joint.helical()) return moved(frame, q);
  const T angle = T(joint.screw) * q.d;
  return moved(frame, JointPosition<T>{cos(angle), sin(angle), q.d});
}

// Joints of one freedom in a tree, parents first. Bodies are numbered as the joints that carry them; a platform under the tree is body 0
// and moves by six rates of its own, which come before those of the joints.
struct JointTree {
  enum class Root { base, platform };

  std::vector<Joint> joints;
  Root root = Root::base;

  int first_body() const { return root == Root::platform ? 1 : 0; }  // the one behind the first joint
  int bodies() const { return first_body() + static_cast<int>(joints.size()); }
  const Joint& joint(int body) const {
    assert(body >= first_body() && body < bodies());
    return joints[body - first_body()];
  }

  // Where the rate of the joint that carries a body stands among the tree's rates.
  int column(int body) const { return root == Root::platform ? 5 + body : body; }

  // Whether `body` is `ancestor` or hangs on it.
  bool carries(int ancestor, int body) const {
    while (body > ancestor) body = joint(body).parent;
    return body == ancestor;
  }

  // Calls f with a body and every body before it, inward, the root left out.
  template <class F>
  void inward(int body, const F& f) const {
    for (int b = body; b >= first_body(); b = joint(b).parent) f(b);
  }
};

}  // namespace gough
