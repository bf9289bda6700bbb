#include <fmt/format.h>

#include <filesystem>

#include "gough/exchange/mjcf.hpp"
#include "gough/exchange/sdf.hpp"
#include "gough/exchange/urdf.hpp"
#include "gough/io/files.hpp"
#include "tests/exchange/samples.hpp"

// Writes the samples as NAME.xml, NAME.sdf and NAME.urdf for the tools that read them, and hold.txt with a line for each that rests at
// home: its name, for how many seconds, and its characteristic length. gough_export_samples FOLDER
int main(int count, char** words) {
  if (count != 2) {
    fmt::print(stderr, "gough_export_samples FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = words[1];
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::string hold;
  for (const gough::test::ExportSample& sample : gough::test::export_samples(1)) {
    gough::write_text(folder / (sample.name + ".xml"), gough::mjcf(sample.robot));
    gough::write_text(folder / (sample.name + ".sdf"), gough::sdf(sample.robot));
    gough::write_text(folder / (sample.name + ".urdf"), gough::urdf(sample.robot));
    if (sample.holds) hold += fmt::format("{} {} {}\n", sample.name, sample.seconds, sample.robot.length);
  }
  gough::write_text(folder / "hold.txt", hold);
  return 0;
}
