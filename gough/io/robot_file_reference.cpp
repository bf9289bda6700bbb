#include "gough/io/reference_page.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/io/schema.hpp"

namespace gough {

std::string robot_file_reference() {
  schema::ReferencePage reference;
  reference.out =
      "# The robot file\n\n"
      "<!-- Generated from gough/io/schema.hpp by `gough docs robot-file`; a test compares. -->\n\n"
      "A robot file is [TOML](https://toml.io), in SI units; angles are in degrees where a key ends in `_deg`, and nowhere else.\n"
      "The base frame has z up. The platform's axes are those of the platform at its `home`.\n\n"
      "A leg is written **by elements** (short: bars, telescopic struts, spindles and screws, each standing on the end of the one before)\n"
      "or **by joints** (anything: placed by points and axes, by frames, or by modified Denavit–Hartenberg parameters). Lengths and\n"
      "points must fit: the reader closes every leg at home, from the directions given, and says by how much it fails to.\n"
      "`robots/` holds examples of all of it.\n";
  reference.section<RobotDescription>();
  return reference.out;
}

}  // namespace gough
