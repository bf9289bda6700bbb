#include "gough/program/payload_ports.hpp"

#include <fmt/format.h>

namespace gough {
namespace {

constexpr const char* kPayloadNames[] = {"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};

// Calls f(entry, number) for the numbers of a payload; used both ways. The inertia's upper triangle is visited.
template <class T, class F>
void visit_payload(BodyMoments<T>& payload, const F& f) {
  int number = 0;
  f(payload.mass, number++);
  for (int k = 0; k < 3; ++k) f(payload.first(k), number++);
  for (int r = 0; r < 3; ++r)
    for (int c = r; c < 3; ++c) f(payload.inertia(r, c), number++);
}

}  // namespace

Port payload_port(int number) {
  const std::string name = kPayloadNames[number];
  const char axis = name.back();
  Port out{"payload." + name, "kg m2", PortKind::payload, number,
           fmt::format("entry {} of the payload's inertia about the platform's origin, platform axes", name.substr(1))};
  if (number == 0) {
    out.unit = "kg";
    out.meaning = "mass of the payload";
  } else if (number < 4) {
    out.unit = "kg m";
    out.meaning = fmt::format("first moment of the payload, mass times {} of its centre from the platform's origin, platform axes", axis);
  }
  return out;
}

PayloadNumbers payload_numbers(const RigidBody& payload) {
  BodyMoments<double> body = moments<double>(payload);
  PayloadNumbers out;
  visit_payload(body, [&](double x, int number) { out[number] = x; });
  return out;
}

BodyMoments<Recorded> recorded_payload(Recorder& recorder) {
  BodyMoments<Recorded> out;
  visit_payload(out, [&](Recorded& x, int number) { x = recorder.input(payload_port(number)); });
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < r; ++c) out.inertia(r, c) = out.inertia(c, r);
  return out;
}

}  // namespace gough
