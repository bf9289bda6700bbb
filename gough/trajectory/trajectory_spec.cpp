#include "gough/trajectory/trajectory_spec.hpp"

#include <algorithm>

#include "gough/io/files.hpp"
#include "gough/io/toml_reader.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/placed_error.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/trajectory/constructors.hpp"

namespace gough {
namespace {

std::string free_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const FreeComponent& c : robot.mobility.free) names.push_back(c.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

bool is_free(const Robot& robot, int component) {
  const auto& free = robot.mobility.free;
  return std::any_of(free.begin(), free.end(), [&](const FreeComponent& c) { return c.index == component; });
}

// What a constructor says, with the place of the table it was made from.
template <class Make>
Trajectory placed(const Place& place, Make&& make) {
  try {
    return make();
  } catch (const InputError& error) {
    throw placed_error(error, place);
  }
}

// A file that another one names: where there is none, the place is that of the name.
void require_file(const std::filesystem::path& file, const Place& place) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw InputError(place, fmt::format("{}: no such file", file.string()));
}

void require(bool fine, const Place& place, const std::string& message) {
  if (!fine) throw InputError(place, message);
}

// ---- poses

void set_linear(const Robot& robot, const PoseSpec& spec, Pose<double>& pose) {
  const std::optional<double>* given[] = {&spec.x, &spec.y, &spec.z};
  for (int k = 0; k < 3; ++k) {
    if (!*given[k]) continue;
    require(is_free(robot, k), spec.place,
            fmt::format("'{}' is no free component of {}; they are {}", "xyz"[k], robot.name, free_names(robot)));
    require(!spec.position, spec.place, "give 'position' or x, y, z, not both");
    pose.p(k) = **given[k];
  }
  if (spec.position) pose.p = *spec.position;
}

void set_rotation(const Robot& robot, const PoseSpec& spec, Pose<double>& pose) {
  const std::optional<double>* given[] = {&spec.rx_deg, &spec.ry_deg, &spec.rz_deg};
  Vec3<double> turn = rotation_vector(pose.R * robot.home.R.transpose());
  bool named = false;
  for (int k = 0; k < 3; ++k) {
    if (!*given[k]) continue;
    require(is_free(robot, 3 + k), spec.place,
            fmt::format("'r{}' is no free component of {}; they are {}", "xyz"[k], robot.name, free_names(robot)));
    turn(k) = radians(**given[k]);
    named = true;
  }
  require(named + spec.rpy_deg.has_value() + !spec.quaternion.empty() <= 1, spec.place,
          "give one of rx_deg, ry_deg, rz_deg, or 'rpy_deg', or 'quaternion'");
  if (named) pose.R = rotation_exp(turn) * robot.home.R;
  if (spec.rpy_deg) pose.R = rotation_from_rpy(*spec.rpy_deg);
  if (!spec.quaternion.empty()) {
    const Eigen::Quaterniond q(spec.quaternion[0], spec.quaternion[1], spec.quaternion[2], spec.quaternion[3]);
    require(std::abs(q.norm() - 1.0) < 1e-6, spec.place, fmt::format("the quaternion must have length 1; this one has {:.6g}", q.norm()));
    pose.R = q.normalized().toRotationMatrix();
  }
}

void set_nacelle(const Robot& robot, const PoseSpec& spec, Pose<double>& pose) {
  if (spec.nacelle.empty()) return;
  std::vector<int> free;
  for (const FreeComponent& c : robot.mobility.free)
    if (c.index >= 6) free.push_back(c.index - 6);
  require(free.size() == spec.nacelle.size(), spec.place,
          fmt::format("'nacelle' has {} numbers; {} has {} free nacelle joints", spec.nacelle.size(), robot.name, free.size()));
  VecX<double> step = VecX<double>::Zero(robot.nacelle.freedoms());
  for (std::size_t k = 0; k < free.size(); ++k) {
    pose.z[free[k]] = robot.home.z[free[k]];
    step(6 + free[k]) = spec.nacelle[k];
  }
  pose = moved(robot, pose, step);
}

// ---- segments

TimeLaw law_of(const LineSegmentSpec& s, const Displacement& by) {
  const Law law = gough::law_of(s.law);
  const bool limited = s.speed || s.acceleration || s.angular_speed_deg || s.angular_acceleration_deg;
  require(s.duration.has_value() != limited, s.place, "a line needs either 'duration' or limits of speed and acceleration");
  if (s.duration) return {law, *s.duration};
  const auto rad = [](const std::optional<double>& deg) { return deg ? radians(*deg) : kInfinity; };
  const MotionLimits limits{s.speed.value_or(kInfinity), s.acceleration.value_or(kInfinity), rad(s.angular_speed_deg),
                            rad(s.angular_acceleration_deg)};
  const TimeLaw found = law_within(law, by, limits);
  require(found.duration > 0.0, s.place,
          "these limits set no duration: the line is too short, or moves in what they leave unlimited; give 'duration'");
  return found;
}

Trajectory make(const Robot& robot, const LineSegmentSpec& s, const Pose<double>& from) {
  const Pose<double> to = make_pose(robot, s.to, from);
  const TimeLaw law = law_of(s, displacement(robot, from, to));
  return placed(s.place, [&] { return line(robot, from, to, law); });
}

Trajectory make(const Robot& robot, const CircleSegmentSpec& s, const Pose<double>& from) {
  require(s.duration.has_value() != (s.speed || s.acceleration), s.place,
          "a circle needs either 'duration' or limits of speed and acceleration");
  const Vec3<double> axis = s.axis.normalized(), arm = from.p - s.centre;
  const double length = std::abs(2.0 * kPi * s.turns) * (arm - arm.dot(axis) * axis).norm();
  const Law law = gough::law_of(s.law);
  CircleSpec circle_spec{s.centre, s.axis, 2.0 * kPi * s.turns, {law, s.duration.value_or(1.0)}};
  if (!s.duration && length > 0.0)
    circle_spec.law = law_within(law, length, s.speed.value_or(kInfinity), s.acceleration.value_or(kInfinity));
  return placed(s.place, [&] { return circle(robot, from, circle_spec); });
}

Trajectory make(const Robot& robot, const SplineSegmentSpec& s, const Pose<double>& from) {
  require(s.duration.has_value() != !s.times.empty(), s.place, "a spline needs either 'duration' or 'times'");
  require(s.times.empty() || s.times.size() == s.through.size(), s.place,
          fmt::format("{} times for {} poses; expected one for each", s.times.size(), s.through.size()));
  std::vector<Pose<double>> poses{from};
  for (const PoseSpec& pose : s.through) poses.push_back(make_pose(robot, pose, poses.back()));
  std::vector<double> times{0.0};
  times.insert(times.end(), s.times.begin(), s.times.end());
  if (s.duration) times = spline_times(robot, poses, *s.duration);
  return placed(s.place, [&] { return pose_spline(robot, poses, times); });
}

Trajectory make(const Robot& robot, const PickAndPlaceSegmentSpec& s, const Pose<double>& from) {
  require(s.cycle_time.has_value() + s.acceleration.has_value() + s.acceleration_g.has_value() == 1, s.place,
          "a pick and place needs one of 'cycle_time', 'acceleration' and 'acceleration_g'");
  PickAndPlaceSpec out;
  out.pick = s.from ? make_pose(robot, *s.from, from) : from;
  out.place = make_pose(robot, s.to, out.pick);
  out.height = s.height;
  out.up = s.up.normalized();
  out.blend = s.blend;
  out.lift_share = s.lift_share;
  out.and_back = s.and_back;
  out.dwell = s.dwell;
  out.cycle_time = s.cycle_time.value_or(0.0);
  out.acceleration = s.acceleration_g ? 9.81 * *s.acceleration_g : s.acceleration.value_or(0.0);
  return placed(s.place, [&] { return pick_and_place(robot, out); });
}

Trajectory make(const Robot& robot, const FourierSegmentSpec& s) {
  const Mobility& m = robot.mobility;
  FourierSpec out;
  out.frequency = s.frequency;
  out.periods = s.periods;
  Eigen::Index harmonics = 0;
  for (const FourierComponentSpec& c : s.component)
    harmonics = std::max(harmonics, static_cast<Eigen::Index>(std::max(c.cosine.size(), c.sine.size())));
  out.cosine = out.sine = MatX<double>::Zero(m.n, harmonics);
  out.offset = VecX<double>::Zero(m.n);
  for (int k = 0; k < m.n; ++k)
    if (m.free[k].index < 3) out.offset(k) = robot.home.p(m.free[k].index);
  std::vector<bool> seen(m.n, false);
  for (const FourierComponentSpec& c : s.component) {
    const auto found = std::find_if(m.free.begin(), m.free.end(), [&](const FreeComponent& f) { return f.name == c.name; });
    require(found != m.free.end(), c.place,
            fmt::format("'{}' is no free component of {}; they are {}", c.name, robot.name, free_names(robot)));
    const Eigen::Index k = found - m.free.begin();
    require(!seen[k], c.place, fmt::format("component '{}' comes twice", c.name));
    seen[k] = true;
    if (c.offset) out.offset(k) = *c.offset;
    for (std::size_t h = 0; h < c.cosine.size(); ++h) out.cosine(k, static_cast<Eigen::Index>(h)) = c.cosine[h];
    for (std::size_t h = 0; h < c.sine.size(); ++h) out.sine(k, static_cast<Eigen::Index>(h)) = c.sine[h];
  }
  return placed(s.place, [&] { return fourier(robot, out); });
}

Trajectory make(const Robot& robot, const SegmentSpec& s, const Pose<double>& from, const std::filesystem::path& folder) {
  const int given = s.line.has_value() + s.circle.has_value() + s.spline.has_value() + s.pick_and_place.has_value() +
                    s.fourier.has_value() + !s.csv.empty() + s.dwell.has_value();
  require(given == 1, s.place,
          fmt::format("a segment has one of line, circle, spline, pick_and_place, fourier, csv and dwell; this has {}", given));
  if (s.line) return make(robot, *s.line, from);
  if (s.circle) return make(robot, *s.circle, from);
  if (s.spline) return make(robot, *s.spline, from);
  if (s.pick_and_place) return make(robot, *s.pick_and_place, from);
  if (s.fourier) return make(robot, *s.fourier);
  if (s.dwell) return placed(s.place, [&] { return hold(robot, from, *s.dwell); });
  const std::filesystem::path file(s.csv);
  const std::filesystem::path path = file.is_absolute() ? file : folder / file;
  require_file(path, s.place);
  return from_csv(robot, path.string());
}

}  // namespace

Pose<double> make_pose(const Robot& robot, const PoseSpec& spec, const Pose<double>& before) {
  Pose<double> given = before;
  set_linear(robot, spec, given);
  set_rotation(robot, spec, given);
  set_nacelle(robot, spec, given);
  const bool whole = spec.position || spec.rpy_deg || !spec.quaternion.empty();
  Pose<double> out;
  try {
    out = on_manifold(robot, given, "this pose");
  } catch (const InputError& error) {
    throw placed_error(error, spec.place);
  }
  const double moved = (out.p - given.p).norm() + rotation_vector(out.R * given.R.transpose()).norm();
  require(!whole || moved < 1e-6, spec.place,
          fmt::format("the platform cannot take this pose; the nearest with the same free components ({}) is {:.3g} away (m and rad)",
                      free_names(robot), moved));
  return out;
}

Trajectory make_trajectory(const Robot& robot, const TrajectorySpec& spec, const std::filesystem::path& folder) {
  require(!spec.segment.empty(), spec.place, "a trajectory needs at least one [[segment]]");
  const SegmentSpec& first = spec.segment.front();
  const bool begins_itself = first.fourier || !first.csv.empty() || (first.pick_and_place && first.pick_and_place->from);
  if (spec.start && begins_itself) throw InputError(spec.start->place, "the first segment says itself where it begins; leave out 'start'");
  Pose<double> pose = spec.start ? make_pose(robot, *spec.start, robot.home) : robot.home;
  KinematicsData<double> data(robot);
  Reference end(robot);
  std::vector<Trajectory::Piece> pieces;
  for (const SegmentSpec& segment : spec.segment) {
    const Trajectory part = make(robot, segment, pose, folder);
    if (!pieces.empty())
      if (const std::string why = Trajectory::jump(pieces.back(), part.pieces().front()); !why.empty())
        throw InputError(segment.place, "this segment " + why);
    pieces.insert(pieces.end(), part.pieces().begin(), part.pieces().end());
    (void)part.at(part.duration(), data, end);
    pose = end.pose;
  }
  return placed(spec.place, [&] { return Trajectory(robot, std::move(pieces), spec.periodic); });
}

TrajectorySpec read_trajectory_text(const std::string& text, const std::string& file) {
  return schema::read_toml<TrajectorySpec>(text, file, "trajectory file");
}

TrajectorySpec read_trajectory_file(const std::filesystem::path& path) {
  return read_trajectory_text(read_text(path, schema::kLargestFile), path.string());
}

}  // namespace gough
