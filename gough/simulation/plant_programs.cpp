#include <fmt/format.h>

#include "gough/program/payload_ports.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"
#include "gough/simulation/plant_terms.hpp"

// The plant's stages as programs, and what their numbers are.
namespace gough {
namespace {

using R = Recorded;

// Component of a wrench on a point, in world axes.
Port wrench_port(int number) {
  static const char* const kParts[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  const int point = number / 6, part = number % 6;
  return {fmt::format("point{}.{}", point + 1, kParts[part]), part < 3 ? "N" : "N m", PortKind::other, number,
          fmt::format("{} along {} on point {}, base axes", part < 3 ? "force" : "moment", kParts[part][1], point + 1)};
}

// Friction of a row of the friction points.
Port friction_port(const PlantParts& parts, int row) {
  bool slides = false;
  for (const FrictionPoint& c : parts.friction_points) {
    if (c.first != row) continue;
    slides = (c.kind == FrictionPoint::Kind::leg_joint && !parts.smooth.legs[c.leg].joints[c.index].revolute) ||
             (c.kind == FrictionPoint::Kind::nacelle_joint && !parts.smooth.nacelle.joints[c.index].revolute);
  }
  return {fmt::format("friction{}", row + 1), slides ? "N" : "N m", PortKind::other, row, fmt::format("dry friction of row {}", row + 1)};
}

// Positions from the pose's inputs, then V_r and, one by one, whatever else goes in.
class PlantRecorder {
 public:
  PlantMemory<R> memory;

  PlantRecorder(const PlantParts& parts, const std::string& name)
      : memory(parts), parts_(parts), recorder_(parts.smooth.name + "_" + name) {
    record_position(parts.smooth, recorder_, memory.kinematics);
    memory.Vr = record_rates(parts.smooth, recorder_, velocity_port);
  }

  void record_inputs() {
    for (Eigen::Index a = 0; a < memory.effort.size(); ++a)
      memory.effort(a) = recorder_.input(effort_port(parts_.smooth, static_cast<std::size_t>(a)));
    for (Eigen::Index i = 0; i < memory.wrench.size(); ++i) memory.wrench(i) = recorder_.input(wrench_port(static_cast<int>(i)));
    for (Eigen::Index i = 0; i < memory.friction.size(); ++i)
      memory.friction(i) = recorder_.input(friction_port(parts_, static_cast<int>(i)));
  }

  void record_payload() { memory.payload = recorded_payload(recorder_); }

  void output(const std::string& name, const std::string& unit, const std::string& meaning, const R& x) {
    recorder_.output({name, unit, PortKind::entry, entries_++, meaning}, x);
  }

  void output(const std::string& name, const std::string& meaning, const std::vector<R>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) output(fmt::format("{}{}", name, i + 1), "SI", meaning, values[i]);
  }

  void output_velocity() {
    for (Eigen::Index i = 0; i < memory.kinematics.VN.size(); ++i)
      output(fmt::format("VN{}", i + 1), parts_.smooth.nacelle.angular(static_cast<int>(i)) ? "rad/s" : "m/s", "component of V_N",
             memory.kinematics.VN(i));
  }

  void output_acceleration() {
    for (int c = 0; c < parts_.smooth.mobility.n; ++c)
      recorder_.output(acceleration_port(parts_.smooth, c), memory.dynamics.acceleration(c));
  }

  Program finish() { return recorder_.finish(); }

 private:
  const PlantParts& parts_;
  Recorder recorder_;
  int entries_ = 0;
};

}  // namespace

Program record_motion(const PlantParts& parts, bool payload_input) {
  PlantRecorder r(parts, "motion");
  r.record_inputs();
  if (payload_input) r.record_payload();
  plant_terms(parts, r.memory);
  plant_acceleration(parts, r.memory);
  r.output_velocity();
  r.output_acceleration();
  return r.finish();
}

Program record_friction(const PlantParts& parts, bool payload_input) {
  PlantRecorder r(parts, "friction_points");
  if (payload_input) r.record_payload();
  plant_terms(parts, r.memory);
  friction_metric(parts, r.memory);
  const MatX<R>& L = r.memory.dynamics.platform_legs->factor;
  std::vector<R> factor, metric;
  for (Eigen::Index c = 0; c < L.cols(); ++c)
    for (Eigen::Index i = c; i < L.rows(); ++i) factor.push_back(L(i, c));
  for (Eigen::Index i = 0; i < r.memory.D.rows(); ++i)
    for (Eigen::Index c = 0; c < r.memory.D.cols(); ++c) metric.push_back(r.memory.D(i, c));
  r.output("L", "factor of the mass matrix, by columns", factor);
  r.output("E", "rate of a contact where kinetic energy is half a square, by rows", metric);
  return r.finish();
}

Program record_state(const PlantParts& parts, bool payload_input) {
  PlantRecorder r(parts, "state");
  if (payload_input) r.record_payload();
  std::vector<R> monitored, terms;
  monitor_values(parts.smooth, r.memory, monitored);
  plant_terms(parts, r.memory);
  state_values(parts, r.memory, terms);
  r.output("monitor", "what a state is judged by", monitored);
  r.output("state", "velocity, energies, factor, force and Jacobians", terms);
  return r.finish();
}

}  // namespace gough
