#include "benchmarks/peers/mujoco_load.hpp"

#include <cstring>
#include <memory>
#include <stdexcept>

namespace gough {

mjModel* load_mujoco(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "robot.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[0], text.data(), text.size());
  char error[1000] = "";
  mjModel* model = mj_loadXML("robot.xml", files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error);
  return model;
}

}  // namespace gough
