#include "benchmarks/peers/contestant.hpp"

namespace gough::peers {

std::vector<Contestant> mujoco_contestants(const Scene&) { return {}; }

}  // namespace gough::peers
