#include <fmt/format.h>

#include "gough/control/emit_controller.hpp"
#include "gough/program/pose_ports.hpp"

namespace gough {
namespace {

// Where a part of the pose stands among its numbers.
struct PlacedParts {
  int coordinate[3] = {-1, -1, -1}, turn = -1, rotation = -1;
  std::vector<int> joints;

  explicit PlacedParts(const Robot& robot) {
    int at = 0;
    PosePorts(robot).pose_parts(Overloaded{[&](PosePorts::Coordinate c) { coordinate[c.axis] = at++; },
                                           [&](PosePorts::Turn) {
                                             turn = at;
                                             at += 2;
                                           },
                                           [&](PosePorts::Rotation) {
                                             rotation = at;
                                             at += 9;
                                           },
                                           [&](PosePorts::NacelleJoint z) {
                                             joints.push_back(at);
                                             at += robot.nacelle.joints[z.index].revolute ? 2 : 1;
                                           }});
  }
};

constexpr const char* kTurnOn = R"(/* cosine and sine of an angle that goes on as from a to b */
static void turn_on(const double *a, const double *b, double *x)
{
    const double cosine = b[0] * a[0] + b[1] * a[1], sine = b[1] * a[0] - b[0] * a[1];
    x[0] = b[0] * cosine - b[1] * sine;
    x[1] = b[1] * cosine + b[0] * sine;
}

)";

constexpr const char* kRotateOn = R"(/* rotation matrix that goes on as from a to b */
static void rotate_on(const double *a, const double *b, double *x)
{
    double t[9];
    for (int r = 0; r < 3; ++r)
        for (int k = 0; k < 3; ++k) t[3 * r + k] = a[r] * b[k] + a[3 + r] * b[3 + k] + a[6 + r] * b[6 + k];
    for (int r = 0; r < 3; ++r)
        for (int k = 0; k < 3; ++k) x[3 * r + k] = b[3 * r] * t[k] + b[3 * r + 1] * t[3 + k] + b[3 * r + 2] * t[6 + k];
}

)";

constexpr const char* kAngle = R"(/* the angle of b to a, of cosine and sine each */
static double angle_between(const double *a, const double *b)
{
    return atan2(a[1] * b[0] - a[0] * b[1], a[0] * b[0] + a[1] * b[1]);
}

)";

constexpr const char* kRotation =
    R"(/* phi, the logarithm of t = R D^T, by its quaternion; and what its rate needs, (1 - h cot h) / (4 h^2), h half of its length */
static double rotation_vector(const double *R, const double *D, double *t, double *phi)
{
    double u[3], w;
    for (int r = 0; r < 3; ++r)
        for (int k = 0; k < 3; ++k) t[3 * r + k] = R[3 * r] * D[3 * k] + R[3 * r + 1] * D[3 * k + 1] + R[3 * r + 2] * D[3 * k + 2];
    if (t[0] + t[4] + t[8] > 0) {
        const double root = sqrt(t[0] + t[4] + t[8] + 1), s = 0.5 / root;
        w = 0.5 * root;
        u[0] = (t[7] - t[5]) * s;
        u[1] = (t[2] - t[6]) * s;
        u[2] = (t[3] - t[1]) * s;
    } else {
        int i = t[4] > t[0] ? 1 : 0;
        if (t[8] > t[4 * i]) i = 2;
        const int j = (i + 1) % 3, k = (j + 1) % 3;
        const double root = sqrt(t[4 * i] - t[4 * j] - t[4 * k] + 1), s = 0.5 / root;
        w = (t[3 * k + j] - t[3 * j + k]) * s;
        u[i] = 0.5 * root;
        u[j] = (t[3 * j + i] + t[3 * i + j]) * s;
        u[k] = (t[3 * k + i] + t[3 * i + k]) * s;
    }
    const double sine = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), cosine = w < 0 ? -w : w, angle = 2 * atan2(sine, cosine);
    const double scale = (sine > 0 ? angle / sine : 2) * (w < 0 ? -1 : 1);
    for (int k = 0; k < 3; ++k) phi[k] = scale * u[k];
    return angle < 1e-2 ? 1 / 12.0 + angle * angle / 720 : (1 - 0.5 * angle * cosine / sine) / (angle * angle);
}

)";

constexpr const char* kRotationRate = R"(    const double *const w = m + FREEDOMS, *const d = w + 3;
    double left[3], once[3], twice[3];
    for (int k = 0; k < 3; ++k) left[k] = w[k] - (t[3 * k] * d[0] + t[3 * k + 1] * d[1] + t[3 * k + 2] * d[2]);
    cross(phi, left, once);
    cross(phi, once, twice);
)";

constexpr const char* kCross = R"(static void cross(const double *a, const double *b, double *x)
{
    x[0] = a[1] * b[2] - a[2] * b[1];
    x[1] = a[2] * b[0] - a[0] * b[2];
    x[2] = a[0] * b[1] - a[1] * b[0];
}

)";

// Component k of the error, and its rate.
struct ErrorText {
  std::string error, rate;
};
ErrorText component(const Robot& robot, const PlacedParts& at, int k) {
  const int index = robot.mobility.free[k].index;
  const std::string difference = fmt::format("m[{0}] - r->v[{0}]", k);
  if (index < 3) return {fmt::format("a[{0}] - b[{0}]", at.coordinate[index]), difference};
  if (index < 6 && at.turn >= 0)
    return {fmt::format("turn * ({})", c_literal(robot.motion.axis(index - 3), Precision::float64)), difference};
  if (index < 6) return {fmt::format("phi[{}]", index - 3), fmt::format("left[{0}] - 0.5 * once[{0}] + factor * twice[{0}]", index - 3)};
  const int joint = at.joints[static_cast<std::size_t>(index - 6)];
  const bool revolute = robot.nacelle.joints[static_cast<std::size_t>(index - 6)].revolute;
  return {fmt::format(fmt::runtime(revolute ? "angle_between(a + {0}, b + {0})" : "a[{0}] - b[{0}]"), joint), difference};
}

}  // namespace

std::string predict_in_c(const Robot& robot) {
  const PlacedParts at(robot);
  std::string lines;
  bool turns = at.turn >= 0;
  const auto add = [&](const char* how, int place) { lines += fmt::format(fmt::runtime(how), place); };
  const auto slide = "    x[{0}] = 2 * b[{0}] - a[{0}];\n", turn = "    turn_on(a + {0}, b + {0}, x + {0});\n";
  for (const int c : at.coordinate)
    if (c >= 0) add(slide, c);
  if (at.turn >= 0) add(turn, at.turn);
  if (at.rotation >= 0) add("    rotate_on(a + {0}, b + {0}, x + {0});\n", at.rotation);
  for (std::size_t j = 0; j < at.joints.size(); ++j) {
    turns = turns || robot.nacelle.joints[j].revolute;
    add(robot.nacelle.joints[j].revolute ? turn : slide, at.joints[j]);
  }
  return std::string(turns ? kTurnOn : "") + (at.rotation >= 0 ? kRotateOn : "") +
         "/* the next pose if the platform goes on as from a to b */\nstatic void predict(const double *a, const double *b, double "
         "*x)\n{\n" +
         lines + "}\n\n";
}

std::string platform_error_in_c(const Robot& robot, bool rates) {
  const PlacedParts at(robot);
  bool angles = false, turn = false, rotation = false;
  std::string lines;
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int index = robot.mobility.free[k].index;
    turn = turn || (index >= 3 && index < 6 && at.turn >= 0);
    rotation = rotation || (index >= 3 && index < 6 && at.turn < 0);
    angles = angles || (index >= 6 && robot.nacelle.joints[static_cast<std::size_t>(index - 6)].revolute);
    const ErrorText text = component(robot, at, k);
    lines += fmt::format("    e[{}] = {};\n", k, text.error);
    if (rates) lines += fmt::format("    rate[{}] = {};\n", k, text.rate);
  }
  std::string out = std::string(angles || turn ? kAngle : "") + (rotation ? kRotation : "") + (rotation && rates ? kCross : "");
  out += rates ? "/* e: the twist that carries the reference to the pose a in unit time; its rate, m being what find_motion finds */\n"
                 "static void platform_error_and_rate(const double *a, const motion *r, const double *m, double *e, double *rate)\n{\n"
                 "    const double *const b = r->pose;\n"
               : "/* e: the twist that carries the reference's pose b to the pose a in unit time */\n"
                 "static void platform_error(const double *a, const double *b, double *e)\n{\n";
  if (turn) out += fmt::format("    const double turn = angle_between(a + {0}, b + {0});\n", at.turn);
  if (rotation)
    out += fmt::format("    double t[9], phi[3];\n    {1}rotation_vector(a + {0}, b + {0}, t, phi);\n{2}", at.rotation,
                       rates ? "const double factor = " : "(void)", rates ? kRotationRate : "");
  return out + lines + "}\n\n";
}

}  // namespace gough
