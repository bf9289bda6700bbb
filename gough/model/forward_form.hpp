#pragma once

#include <string>
#include <vector>

#include "gough/math/types.hpp"

namespace gough {

// How the positions of the actuated joints alone tell the point of the platform where all legs meet: on three spheres, or on two circles
// of one plane. For two or three legs, each of them an actuated arm or slide on the base and bars to one tip (or to tips side by side), or
// a strut of actuated length. Of a platform that does not turn the legs meet in its origin, once each is shifted by its tip's offset; of
// one that turns they must have a point in common. Found when the robot is assembled; gough/program/meeting_point computes with it.
struct ForwardForm {
  struct LegShare {
    bool strut = false;
    int joint = 0;                               // the actuated one
    Vec3<double> start = Vec3<double>::Zero();   // where the bars start in the body behind it, or where the strut stands on the base
    Vec3<double> offset = Vec3<double>::Zero();  // of the tip from the point, of a platform that does not turn
    double length = 0.0, way = 1.0;              // of the bars; of a strut length + way · q
    double lift = 0.0;                           // height of the point over the circle's centre
    double bend = 1.0;                           // sign of the way in which the bars are bent at home, over the arm's length
    Vec3<double> past = Vec3<double>::Zero();    // bend · start, of an arm
  };

  std::string why_not = "it is not assembled";  // the reason where there is no such form, else empty
  std::vector<LegShare> legs;
  bool planar = false, turns = false;
  Vec3<double> normal = Vec3<double>::Zero();       // of the plane
  Vec3<double> in_platform = Vec3<double>::Zero();  // the point; zero where the platform does not turn
  double side = 1.0;                                // of the plane (line) through the centres on which home is
  int carrier = -1;                                 // the leg whose last bar is fixed to a platform that turns
  Vec3<double> carried = Vec3<double>::Zero();      // from its circle's centre to the point at home, of length one

  bool exists() const { return why_not.empty(); }
};

}  // namespace gough
