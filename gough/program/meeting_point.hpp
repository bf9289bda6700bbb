#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// The point of the platform where all legs meet, from the positions of the actuated joints alone: on three spheres, or on two circles of
// one plane. It exists for two or three legs, each of them an actuated arm or slide on the base and bars to one tip (or to tips side by
// side), or a strut of actuated length. Of a platform that does not turn the legs meet in its origin, once each is shifted by its tip's
// offset; of one that turns they must have a point in common. The solution is on the side on which home is.
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

  bool turns() const { return turns_; }
  bool planar() const { return planar_; }
  const Vec3<double>& normal() const { return normal_; }            // of the plane
  const Vec3<double>& in_platform() const { return in_platform_; }  // the point; zero where the platform does not turn
  bool has_struts() const;

  // Of a platform that turns in the plane with the last bar of a leg: cosine and sine of its turn from home about the normal.
  bool tells_turn() const { return carrier_ >= 0; }
  JointPosition<Recorded> turn(const std::vector<Sphere>& spheres, const Vec3<Recorded>& point) const;

 private:
  struct LegShare {
    bool strut = false;
    int joint = 0;                               // the actuated one
    Vec3<double> start = Vec3<double>::Zero();   // where the bars start in the body behind it, or where the strut stands on the base
    Vec3<double> offset = Vec3<double>::Zero();  // of the tip from the point, of a platform that does not turn
    double length = 0.0, way = 1.0;              // of the bars; of a strut length + way · q
    double lift = 0.0, bend = 1.0;               // height of the point over the circle's centre; sign of `bend` at home
  };
  const Robot& robot_;
  std::vector<LegShare> legs_;
  bool planar_ = false, turns_ = false;
  Vec3<double> normal_ = Vec3<double>::Zero(), in_platform_ = normal_;
  double side_ = 1.0;
  int carrier_ = -1;                             // the leg whose last bar is fixed to the platform
  Vec3<double> carried_ = Vec3<double>::Zero();  // from its circle's centre to the point at home, of length one

  LegShare share(std::size_t leg, const KinematicsData<double>& home) const;
  void find_common_point();
  void find_plane(const KinematicsData<double>& home);
  Vec3<double> home_center(std::size_t leg, const KinematicsData<double>& home) const;
  Vec3<Recorded> across(const std::vector<Sphere>& spheres) const;
};

}  // namespace gough
