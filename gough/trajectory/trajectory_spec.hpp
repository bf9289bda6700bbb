#pragma once

#include <filesystem>
#include <optional>

#include "gough/io/key.hpp"
#include "gough/model/description.hpp"
#include "gough/trajectory/trajectory.hpp"

// A trajectory as a TOML file, or a table of one, says it: plain data and its keys. A file has `start`, `periodic` and [[segment]]
// tables at its top.
namespace gough {

// Free components by name; those not given stay as they are where the segment begins. Or the whole pose.
struct PoseSpec {
  Place place;
  std::optional<double> x, y, z, rx_deg, ry_deg, rz_deg;
  std::vector<double> nacelle;
  std::optional<Vec3<double>> position, rpy_deg;
  std::vector<double> quaternion;
  bool operator==(const PoseSpec&) const = default;
};

struct LineSegmentSpec {
  Place place;
  PoseSpec to;
  std::string law = "quintic";
  std::optional<double> duration, speed, acceleration, angular_speed_deg, angular_acceleration_deg;
  bool operator==(const LineSegmentSpec&) const = default;
};

struct CircleSegmentSpec {
  Place place;
  Vec3<double> centre = Vec3<double>::Zero(), axis = Vec3<double>::UnitZ();
  double turns = 1.0;
  std::string law = "quintic";
  std::optional<double> duration, speed, acceleration;
  bool operator==(const CircleSegmentSpec&) const = default;
};

struct SplineSegmentSpec {
  Place place;
  std::vector<PoseSpec> through;
  std::optional<double> duration;
  std::vector<double> times;
  bool operator==(const SplineSegmentSpec&) const = default;
};

struct PickAndPlaceSegmentSpec {
  Place place;
  std::optional<PoseSpec> from;
  PoseSpec to;
  double height = 0.025, blend = 0.5, lift_share = 0.3, dwell = 0.0;
  Vec3<double> up = Vec3<double>::UnitZ();
  bool and_back = true;
  std::optional<double> cycle_time, acceleration, acceleration_g;
  bool operator==(const PickAndPlaceSegmentSpec&) const = default;
};

struct FourierComponentSpec {
  Place place;
  std::string name;
  std::optional<double> offset;
  std::vector<double> cosine, sine;
  bool operator==(const FourierComponentSpec&) const = default;
};

struct FourierSegmentSpec {
  Place place;
  double frequency = 1.0, periods = 1.0;
  std::vector<FourierComponentSpec> component;
  bool operator==(const FourierSegmentSpec&) const = default;
};

// One of these.
struct SegmentSpec {
  Place place;
  std::optional<LineSegmentSpec> line;
  std::optional<CircleSegmentSpec> circle;
  std::optional<SplineSegmentSpec> spline;
  std::optional<PickAndPlaceSegmentSpec> pick_and_place;
  std::optional<FourierSegmentSpec> fourier;
  std::string csv;
  std::optional<double> dwell;
  bool operator==(const SegmentSpec&) const = default;
};

struct TrajectorySpec {
  Place place;
  std::optional<PoseSpec> start;
  bool periodic = false;
  std::vector<SegmentSpec> segment;
  bool operator==(const TrajectorySpec&) const = default;
};

// `folder` is where relative names of CSV files start. Throws InputError with the place.
Trajectory make_trajectory(const Robot& robot, const TrajectorySpec& spec, const std::filesystem::path& folder);

// A pose as a file says it, the components not given being those of `before`; on the manifold.
Pose<double> make_pose(const Robot& robot, const PoseSpec& spec, const Pose<double>& before);

TrajectorySpec read_trajectory_text(const std::string& text, const std::string& file);
TrajectorySpec read_trajectory_file(const std::filesystem::path& path);

namespace schema {

template <class V>
void keys(V& v, PoseSpec& p) {
  v.table("pose",
          "A pose of the platform: free components by name, those not given staying as they are where the segment begins; or `position` "
          "with `rpy_deg` or `quaternion`.");
  v(Key{"x", "m", "of the platform's origin, base axes"}, p.x);
  v(Key{"y", "m", "the same"}, p.y);
  v(Key{"z", "m", "the same"}, p.z);
  v(Key{"rx_deg", "degrees", "rotation vector from home, about the base's x"}, p.rx_deg);
  v(Key{"ry_deg", "degrees", "about y"}, p.ry_deg);
  v(Key{"rz_deg", "degrees", "about z"}, p.rz_deg);
  v(Key{"nacelle", "m or rad", "joints of the nacelle that are free components, in their order, from home"}, p.nacelle);
  v(Key{"position", "m", "instead of x, y, z"}, p.position);
  v(Key{"rpy_deg", "degrees", "roll, pitch, yaw: Rz(yaw) Ry(pitch) Rx(roll), instead of rx, ry, rz"}, p.rpy_deg);
  v(Key{"quaternion", "", "instead: w, x, y, z", false, Check::none, {4}}, p.quaternion);
}

inline Key law_key() {
  return {"law",
          "",
          "time law: `trapezoidal` (jumps of acceleration), `quintic`, also called `minimum_jerk` (least ∫ jerk²), or `s_curve` (least "
          "peak jerk)",
          false,
          Check::none,
          {},
          {"trapezoidal", "quintic", "minimum_jerk", "s_curve"}};
}

template <class V>
void keys(V& v, LineSegmentSpec& l) {
  v.table("segment.line", "Straight to a pose, turning about one axis; by `duration`, or as fast as limits allow.");
  v(Key{"to", "", "where it ends", kRequired}, l.to);
  v(law_key(), l.law);
  v(Key{"duration", "s", "how long it takes", false, Check::positive}, l.duration);
  v(Key{"speed", "m/s", "limit of the origin's speed", false, Check::positive}, l.speed);
  v(Key{"acceleration", "m/s²", "limit of the origin's acceleration", false, Check::positive}, l.acceleration);
  v(Key{"angular_speed_deg", "degrees/s", "limit of the angular speed", false, Check::positive}, l.angular_speed_deg);
  v(Key{"angular_acceleration_deg", "degrees/s²", "limit of the angular acceleration", false, Check::positive}, l.angular_acceleration_deg);
}

template <class V>
void keys(V& v, CircleSegmentSpec& c) {
  v.table("segment.circle", "About an axis, from where the segment begins, with constant orientation.");
  v(Key{"centre", "m", "a point of the axis, base axes", kRequired}, c.centre);
  v(Key{"axis", "", "its direction; z if absent", false, Check::not_zero}, c.axis);
  v(Key{"turns", "1", "how often around; negative: the other way; 1 if absent", false, Check::not_zero}, c.turns);
  v(law_key(), c.law);
  v(Key{"duration", "s", "how long it takes", false, Check::positive}, c.duration);
  v(Key{"speed", "m/s", "limit of the speed along the circle", false, Check::positive}, c.speed);
  v(Key{"acceleration", "m/s²", "limit of the acceleration along the circle (without the centripetal one)", false, Check::positive},
    c.acceleration);
}

template <class V>
void keys(V& v, SplineSegmentSpec& s) {
  v.table(
      "segment.spline",
      "Through poses without stopping: cubic splines of position, powers of the turns from pose to pose in rotation; the acceleration is "
      "continuous and vanishes at both ends.");
  v(Key{"through", "", "the poses after the first, which is where the segment begins", kRequired}, s.through);
  v(Key{"times", "s", "when each is reached, from the segment's beginning", false, Check::positive}, s.times);
  v(Key{"duration", "s", "instead of `times`: of all, divided by the distances", false, Check::positive}, s.duration);
}

template <class V>
void keys(V& v, PickAndPlaceSegmentSpec& p) {
  v.table("segment.pick_and_place", "Lift, across, lower, with round corners, and back. The acceleration is continuous.");
  v(Key{"from", "", "where to pick; where the segment begins if absent"}, p.from);
  v(Key{"to", "", "where to place", kRequired}, p.to);
  v(Key{"height", "m", "lift above the higher of both; 0.025 if absent", false, Check::positive}, p.height);
  v(Key{"up", "", "direction of the lift; z if absent", false, Check::not_zero}, p.up);
  v(Key{"blend",
        "1",
        "share of a lift during which the travel across goes on, 0 to 1: rounds the corners; 0.5 if absent",
        false,
        Check::not_negative,
        {},
        {},
        KeyRange{0.0, 1.0}},
    p.blend);
  v(Key{"lift_share",
        "1",
        "share of the time of one way that a lift takes; 0.3 if absent",
        false,
        Check::positive,
        {},
        {},
        KeyRange{1e-3, 0.499}},
    p.lift_share);
  v(Key{"and_back", "", "whether it comes back; true if absent"}, p.and_back);
  v(Key{"dwell", "s", "rest at each end; 0 if absent", false, Check::not_negative}, p.dwell);
  v(Key{"cycle_time", "s", "of all of it, dwells included", false, Check::positive}, p.cycle_time);
  v(Key{"acceleration", "m/s²", "instead: the largest of the platform's origin", false, Check::positive}, p.acceleration);
  v(Key{"acceleration_g", "9.81 m/s²", "the same in multiples of gravity's", false, Check::positive}, p.acceleration_g);
}

template <class V>
void keys(V& v, FourierComponentSpec& c) {
  v.table("segment.fourier.component", "One free component: offset + Σ cosine[k] cos(2π k f t) + sine[k] sin(2π k f t), k from 1.");
  v(Key{"name", "", "of the free component: x, y, z, rx, ry, rz or a nacelle joint", kRequired, Check::name}, c.name);
  v(Key{"offset", "m or rad", "its middle; that of home if absent"}, c.offset);
  v(Key{"cosine", "m or rad", "coefficients of the cosines; 0 if absent"}, c.cosine);
  v(Key{"sine", "m or rad", "coefficients of the sines; 0 if absent"}, c.sine);
}

template <class V>
void keys(V& v, FourierSegmentSpec& f) {
  v.table("segment.fourier", "A Fourier series in the free components; it begins and ends in motion.");
  v(Key{"frequency", "Hz", "of the first harmonic", kRequired, Check::positive}, f.frequency);
  v(Key{"periods", "1", "how many; 1 if absent", false, Check::positive}, f.periods);
  v(Key{"component", "", "those that move", kRequired}, f.component);
}

template <class V>
void keys(V& v, SegmentSpec& s) {
  v.table("segment", "One piece of the motion; it has exactly one of these keys.");
  v(Key{"line", "", "straight to a pose"}, s.line);
  v(Key{"circle", "", "about an axis"}, s.circle);
  v(Key{"spline", "", "through poses"}, s.spline);
  v(Key{"pick_and_place", "", "up, across, down, and back"}, s.pick_and_place);
  v(Key{"fourier", "", "a Fourier series"}, s.fourier);
  v(Key{"csv", "",
        "a table (docs/tables.md) with columns t and x,y,z,qw,qx,qy,qz, or x,y,z,roll,pitch,yaw (degrees), or the free components (m, "
        "rad); "
        "joined by splines; relative to the folder of this file"},
    s.csv);
  v(Key{"dwell", "s", "stays where it is", false, Check::positive}, s.dwell);
}

template <class V>
void keys(V& v, TrajectorySpec& t) {
  v.table("trajectory", "A motion of the platform: segments one after the other.");
  v(Key{"start", "", "where it begins; home if absent. A leading Fourier series, CSV file or `from` says it by itself"}, t.start);
  v(Key{"periodic", "", "whether it begins again at its end instead of resting there"}, t.periodic);
  v(Key{"segment", "", "the pieces, in their order", kRequired}, t.segment);
}

}  // namespace schema
}  // namespace gough
