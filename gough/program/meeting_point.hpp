#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// The point of the platform where all legs meet, recorded as a robot's ForwardForm says. The solution is on the side on which home is.
class MeetingPoint {
 public:
  // Throws InputError, with the reason, where the robot is none of these.
  explicit MeetingPoint(const Robot& robot);

  // What a leg says of the point when its actuated joint is at q.
  struct Sphere {
    Vec3<Recorded> center;
    Recorded square;  // of the radius; of a circle in the plane of the point, to which its centre is lifted
  };
  Sphere sphere(std::size_t leg, const JointPosition<Recorded>& q) const;

  // The point, and the square root's argument: below zero the spheres have no point in common.
  struct Meeting {
    Vec3<Recorded> point;
    Recorded reach;
  };
  Meeting meet(const std::vector<Sphere>& spheres) const;

  // Above zero where a point is on home's side of the plane (line) through the centres.
  Recorded side(const std::vector<Sphere>& spheres, const Vec3<Recorded>& point) const;

  // Above zero where a leg whose bars end in `end` is bent as at home, which is how inverse geometry bends it.
  Recorded bend(std::size_t leg, const JointPosition<Recorded>& q, const Vec3<Recorded>& end) const;

  bool turns() const { return form_.turns; }
  bool planar() const { return form_.planar; }
  const Vec3<double>& normal() const { return form_.normal; }            // of the plane
  const Vec3<double>& in_platform() const { return form_.in_platform; }  // the point; zero where the platform does not turn
  bool has_struts() const;

  // Of a platform that turns in the plane with the last bar of a leg: cosine and sine of its turn from home about the normal.
  bool tells_turn() const { return form_.carrier >= 0; }
  JointPosition<Recorded> turn(const std::vector<Sphere>& spheres, const Vec3<Recorded>& point) const;

 private:
  const Robot& robot_;
  const ForwardForm& form_;

  Vec3<Recorded> across(const std::vector<Sphere>& spheres) const;
};

}  // namespace gough
