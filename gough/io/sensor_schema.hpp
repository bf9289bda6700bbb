#pragma once

#include "gough/io/key.hpp"
#include "gough/model/description.hpp"

// The keys of a joint's sensor in a robot file (gough/io/schema.hpp).
namespace gough::schema {

template <class V>
void keys(V& v, JointSensorSpec& s) {
  v.table("joint sensor",
          "The tables `sensor` and `inner_sensor` of a joint: an encoder on it, whether it has a motor or not. Joints with an actuator are "
          "measured without one too, with a standard deviation of 0.1 mrad, or of slides 1e-4 of the robot's length; a table here gives "
          "them another. docs/sensors.md has what follows from it.");
  v(Key{"sigma", "rad or m", "standard deviation of its readings", false, Check::positive}, s.sigma);
  v(Key{"sigma_deg", "degrees", "the same for axes that turn", false, Check::positive}, s.sigma_deg);
  v(Key{"axes",
        "",
        "of a joint of several freedoms: the ones that are measured, `first`, `second`, `third`, or `spin` and `length`; all if absent",
        false,
        Check::none,
        {},
        {"first", "second", "third", "spin", "length"}},
    s.axes);
}

}  // namespace gough::schema
