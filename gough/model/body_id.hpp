#pragma once

namespace gough {

// Which body of a robot: behind a joint of a leg, or of the nacelle, where 0 is the platform.
struct BodyId {
  int leg = -1;  // -1: the nacelle
  int body = 0;

  bool operator==(const BodyId&) const = default;
};

}  // namespace gough
