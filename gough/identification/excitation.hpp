#pragma once

#include <algorithm>
#include <functional>

#include "gough/identification/base_parameters.hpp"
#include "gough/trajectory/constructors.hpp"

// Trajectories that tell the base parameters well: Fourier series in the free coordinates, the best that the robot's limits allow.
namespace gough {

enum class Criterion { condition, log_det };

struct ExcitationOptions {
  BaseOptions base;
  Load load;
  Criterion criterion = Criterion::condition;
  int harmonics = 5;
  double period = 0.0;       // s; 0: so that accelerations come near that of gravity
  bool rest = false;         // starts and ends at rest, without acceleration
  double limit_share = 0.9;  // of strokes, speeds and efforts that may be used
  double margin = 0.01;      // smallest distance to a singularity, the measure of `position`
  std::uint64_t seed = 1;
  int random = 200;                                                // random trajectories within the limits, the best of which are improved
  int starts = 3;                                                  // how many of them
  int evaluations = 3000;                                          // of trajectories while improving
  double seconds = 0.0;                                            // stop after; 0: never. What is found then depends on the machine.
  std::function<void(int done, int total, double best)> progress;  // best condition number yet, or log-det
};

// Largest share of each limit that a motion uses: 1 is as far as it may go.
struct LimitUse {
  double box = 0.0;          // of the workspace
  double stroke = 0.0;       // of the actuators, from the middle
  double speed = 0.0;        // of the actuators
  double effort = 0.0;       // of the actuators
  double singularity = 0.0;  // margin over the smallest distance

  double largest() const { return std::max({box, stroke, speed, effort, singularity}); }
};

struct Excitation {
  FourierSpec motion;
  BaseParameters base;
  double condition = 0.0, log_det = 0.0;                // of the scaled base regressor
  double random_condition = 0.0, random_log_det = 0.0;  // medians of the random trajectories
  LimitUse use;                                         // on a grid ten times finer than that of the search
  double distance = 0.0;                                // smallest, to a singularity
  int evaluations = 0;
  bool stopped = false;  // by the time limit
};

// Throws InputError where the options make no sense or home itself is beyond a limit.
Excitation excite(const Robot& robot, const ExcitationOptions& options = {});

}  // namespace gough
