#include "benchmarks/peers/contestant.hpp"

namespace gough::peers {

std::vector<Contestant> mujoco_contestants(const Scene&) { return {}; }
std::vector<Simulator> mujoco_simulators(const Scene&) { return {}; }

}  // namespace gough::peers
