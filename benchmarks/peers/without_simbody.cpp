#include "benchmarks/peers/contestant.hpp"

namespace gough::peers {

std::vector<Contestant> simbody_contestants(const Scene&) { return {}; }
std::vector<Simulator> simbody_simulators(const Scene&) { return {}; }

}  // namespace gough::peers
