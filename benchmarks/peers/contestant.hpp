#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/peers/projection.hpp"
#include "gough/kinematics/data.hpp"

// Who takes part in the comparison, and on what.
namespace gough::peers {

// A robot that every engine can have, and seeded random states of it.
struct Scene {
  Robot robot;
  std::vector<Pose<double>> poses;
  std::vector<VecX<double>> V, A, effort;          // V_r and V̇_r for the inverse, efforts for the direct dynamics
  std::vector<KinematicsData<double>> kinematics;  // of V and A, through the accelerations

  Scene(const std::string& name, bool keep_rotors, int states, unsigned seed);
  int states() const { return static_cast<int>(poses.size()); }
};

// Each function computes one state, anew from the state's numbers, and returns its answer, which stays until the next call. Those of a
// contestant that only shows something are called, but not timed.
struct Contestant {
  std::string name;
  std::function<const VecX<double>&(int)> direct;   // V̇_r under scene.effort
  std::function<const VecX<double>&(int)> inverse;  // efforts of scene.A; either may be empty
  double direct_tolerance = kInfinity, inverse_tolerance = kInfinity;
  bool timed = true;
};

// The first of these is the reference. Then programs recorded for the robot: by P the one of this name, and the inverse dynamics by E.
constexpr const char* kProgram = "gough, program";
std::vector<Contestant> our_contestants(const Scene& scene);

// Nothing where the engine was not found at configure time. `scene` must outlive them.
std::vector<Contestant> mujoco_contestants(const Scene& scene);
std::vector<Contestant> simbody_contestants(const Scene& scene);

// An engine that moves the scene's first state through time; each run starts there anew.
struct Simulator {
  std::string name;
  std::function<SwingEnd(const SwingTask&)> run;
};
std::vector<Simulator> our_simulators(const Scene& scene);
std::vector<Simulator> mujoco_simulators(const Scene& scene);
std::vector<Simulator> simbody_simulators(const Scene& scene);

// Time of the processor, not of the wall: others may be at work on the machine. s
double processor_time();

// The same swing by all, in one table: time, distance from a fine reference, open loops. Returns the exit code.
int compare_swings(const std::string& robot, double seconds, bool json);

}  // namespace gough::peers
