#pragma once

namespace gough::bench {

void register_kinematics();
void register_dynamics();

}  // namespace gough::bench
