#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/model/sensor.hpp"

namespace gough {

// The pose without iteration where measured joints put points of the platform into the world, [O, Eqs. 66, 67]: a tip is known where every
// joint before it is measured, but for revolutes whose axes meet in its point. Points, the axis behind a last joint that is not measured,
// those of revolute tips, and whole frames of rigid tips are joined: the rotation that turns the platform's vectors into the world's best,
// in closed form, then the position. Three points serve, or one where the platform cannot turn. All count alike, whatever their standard
// deviations.
class PoseFromTips {
 public:
  // Tips behind joints of the nacelle count where these are measured.
  PoseFromTips(const Robot& robot, const std::vector<Sensor>& sensors);

  // Whether they tell the platform's pose at home.
  bool tells_pose() const { return tells_pose_; }

  // The platform's position and rotation, and the nacelle joints that are measured, from one reading for each sensor; others are left as
  // they are. False where the points lie so that the rotation is not told, or are no numbers.
  bool operator()(const VecX<double>& readings, Pose<double>& pose) const;

 private:
  // What a tip tells: a point on both sides, and where they are fixed to each other, directions.
  struct Told {
    int leg = 0, tip = 0;
    int body = -1;                      // of the leg, behind the last measured joint; -1: the base
    Vec3<double> point, nacelle_point;  // in that body's frame, and in that of the nacelle's body
    int directions = 0;                 // 0, 1 or 3
    Mat3<double> axes, nacelle_axes;    // columns, likewise
  };
  const Robot& robot_;
  std::vector<std::vector<int>> reading_of_;  // for each leg and joint: the sensor, or -1
  std::vector<int> nacelle_reading_;          // likewise
  std::vector<Told> told_;
  bool fixed_turn_ = false, tells_pose_ = false;

  bool add_tip(const KinematicsData<double>& home, int leg, int tip);
  static void take_tip_axes(const Tip& tip, const Mat3<double>& end, Told& told);
  bool take_meeting_point(const Leg& leg, const LegData<double>& home, const Tip& tip, std::size_t known, Told& told,
                          Vec3<double>& point) const;
  Placement<double> leg_body(int leg, int body, const VecX<double>& readings) const;
  Placement<double> nacelle_body(int body, const VecX<double>& readings) const;
  bool is_measured(int nacelle_body) const;
};

}  // namespace gough
