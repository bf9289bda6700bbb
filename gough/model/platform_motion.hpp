#pragma once

#include <vector>

#include "gough/math/joint_position.hpp"

namespace gough {

// What a mechanism leaves of its platform's motion, the same at all poses: which components it holds as they are at home, and how the
// platform turns. Found when the robot is assembled.
struct PlatformMotion {
  enum class Turning { none, about_axis, free };

  // A component of V_N that constants tie to the free ones; where it is an angle that follows one other turn for turn, which and which way.
  struct Tie {
    int component = 0, to = -1;
    double way = 0.0;
  };

  bool moves[3] = {true, true, true};  // components of the platform's origin
  Turning turning = Turning::free;
  std::vector<Tie> tied;

  // Of a platform that turns about one axis, in base axes:
  Vec3<double> axis = Vec3<double>::Zero();
  Vec3<double> reference = Vec3<double>::Zero();                               // a direction on the platform, across the axis
  Vec3<double> ahead = Vec3<double>::Zero(), aside = Vec3<double>::Zero();     // where it points at home, and a right angle on
  Mat3<double> along = Mat3<double>::Zero(), across = along, crossed = along;  // R = along + cos · across + sin · crossed

  bool turns() const { return turning != Turning::none; }
  bool turns_freely() const { return turning == Turning::free; }
  bool turns_about_axis() const { return turning == Turning::about_axis; }

  // Its rotation after a turn from home by (c, s).
  template <class T>
  Mat3<T> rotation(const T& c, const T& s) const {
    Mat3<T> out;
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) out(r, k) = T(along(r, k)) + c * T(across(r, k)) + s * T(crossed(r, k));
    return out;
  }

  // Cosine and sine of its turn from home.
  JointPosition<double> turn_of(const Mat3<double>& R) const {
    const Vec3<double> now = R * reference;
    return {ahead.dot(now), aside.dot(now), 0.0};
  }
};

}  // namespace gough
