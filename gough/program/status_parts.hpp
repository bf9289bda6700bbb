#pragma once

#include "gough/kinematics/data.hpp"

// What the status of a recorded state is made of.
namespace gough {

constexpr double kClosedLoop = 1e-9;       // open loops, rad or robot lengths, above which a pose is unreachable
constexpr double kStrokeRounding = 1e-12;  // beyond a stroke that is rounding

inline Recorded larger(const Recorded& a, const Recorded& b) { return -smaller(-a, -b); }
inline Recorded absolute(const Recorded& x) { return copysign(x, Recorded(1.0)); }

// The margin, or no number where the sum of what was looked at is none or endless: a minimum forgets what is no number.
inline Recorded if_finite(const Recorded& margin, const Recorded& sum) {
  return smaller(margin, Recorded(1.0) - Recorded(1e-300) * absolute(sum));  // the second wins where it is no number
}

// Least pivot and longest column of a factored matrix, squared, metres and radians compared by `scale`.
struct Pivots {
  Recorded least = kInfinity, longest = 0.0;

  template <class Scale>
  Pivots(const HouseholderQr<Recorded>& qr, const Scale& scale) {
    for (Eigen::Index c = 0; c < qr.diagonal.size(); ++c) {
      const Recorded unit = scale(static_cast<int>(c)) * scale(static_cast<int>(c));
      const Recorded diagonal = qr.diagonal(c) * qr.diagonal(c);
      Recorded column = diagonal;  // from R: qr.norm of a lone entry knows only itself
      for (Eigen::Index i = 0; i < c; ++i) column += qr.a(i, c) * qr.a(i, c);
      least = c == 0 ? unit * diagonal : smaller(least, unit * diagonal);
      longest = c == 0 ? unit * column : larger(longest, unit * column);
    }
  }
};
Pivots leg_pivots(const Robot& robot, int leg, const KinematicsData<Recorded>& data);
Pivots constraint_pivots(const Robot& robot, const KinematicsData<Recorded>& data);
Pivots actuation_pivots(const Robot& robot, const KinematicsData<Recorded>& data);

// Whether a pose may be off the manifold that the legs leave it: where what they hold is no constant of the program.
bool may_be_open(const Robot& robot);

// Limits of a revolute joint on the turn about home in which its value is told: the middle and half of the width.
struct StrokeArc {
  double middle, half;
  StrokeArc(const Robot& robot, const Actuator& actuator);
};

bool has_stroke(const Robot& robot, const Actuator& actuator);

// Cosine of how far a revolute actuator is from the middle of its stroke, or the position of a sliding one.
Recorded stroke_place(const Robot& robot, const KinematicsData<Recorded>& data, int actuator);

// Above zero where the actuator is within its stroke; of a revolute joint a difference of cosines.
Recorded stroke_margin(const Robot& robot, const KinematicsData<Recorded>& data, int actuator);

// A sum that is a number where the joints of the nacelle that move by themselves, which no leg reads, are.
Recorded free_joints(const Robot& robot, const KinematicsData<Recorded>& data);

}  // namespace gough
