#include <cstdio>
#include <sdf/sdf.hh>

// Loads SDF files by libsdformat: sdf_check FILE…  Prints what it says against any, and fails then.
int main(int count, char** files) {
  int wrong = 0;
  for (int k = 1; k < count; ++k) {
    sdf::Root root;
    const sdf::Errors errors = root.Load(files[k]);
    for (const sdf::Error& error : errors) std::printf("%s: %s\n", files[k], error.Message().c_str());
    const sdf::Model* model = root.Model();
    if (!model || model->LinkCount() == 0) std::printf("%s: no model with links\n", files[k]);
    if (!errors.empty() || !model || model->LinkCount() == 0) ++wrong;
  }
  std::printf("libsdformat %s: %d of %d files loaded without a word\n", SDF_VERSION_FULL, count - 1 - wrong, count - 1);
  return wrong == 0 && count > 1 ? 0 : 1;
}
