#pragma once

#include <mujoco/mujoco.h>

#include <string>

namespace gough {

// A model from the text of an MJCF file; to be deleted by mj_deleteModel. Throws std::runtime_error with what MuJoCo says.
mjModel* load_mujoco(const std::string& text);

}  // namespace gough
