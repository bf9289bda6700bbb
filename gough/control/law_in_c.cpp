#include "gough/control/law_in_c.hpp"

#include <fmt/format.h>

#include "gough/control/adaptive_control.hpp"
#include "gough/control/adaptive_model.hpp"
#include "gough/control/joint_control.hpp"
#include "gough/control/sliding_control.hpp"
#include "gough/program/models.hpp"

// Every law's text, beside the numbers and programs that it calls.
namespace gough {
namespace {

using Numbers = LawInC::Numbers;

std::vector<double> list(const VecX<double>& v) { return {v.begin(), v.end()}; }

std::vector<double> zeros(Eigen::Index size) { return std::vector<double>(static_cast<std::size_t>(size), 0.0); }

Program named(Program program, const std::string& name) {
  program.name = name;
  return program;
}

Program platform_efforts(const Evaluator& evaluator, const StatusTolerance& tolerance) {
  ModelChoice choice{Model::idm};
  choice.margin = tolerance;
  choice.limits = false;
  return named(record(evaluator.robot(), choice, evaluator.load()), "platform_efforts");
}

Program platform_motion(const Robot& model, const MotionWanted& wanted) {
  return named(record_platform_motion(model, wanted), "platform_motion");
}

// Of errors of which the derivative is the law's: gains, and the integral that goes with them.
void add_gains(const Gains& gains, const std::string& effort, LawInC& out) {
  out.parameters.push_back({"kp", effort.empty() ? "1/s^2" : effort, "proportional gains", list(gains.kp)});
  out.parameters.push_back({"kd", effort.empty() ? "1/s" : effort + " s", "derivative gains", list(gains.kd)});
  out.parameters.push_back({"ki", effort.empty() ? "1/s^3" : effort + "/s", "integral gains", list(gains.ki)});
  out.memory.push_back({"error", "rad or m", "of the last call", zeros(gains.kp.size())});
  out.memory.push_back({"integral", "rad s or m s", "of the error; 0 it to begin anew", zeros(gains.kp.size())});
}

std::string integral(const char* size) {
  return fmt::format("    for (int k = 0; k < {}; ++k) c->integral[k] += dt * c->error[k];\n", size);
}

// The pose and V_r, and V̇_r that follows, as platform_efforts takes them.
constexpr const char* kState = R"(    const parameters *const p = &c->parameters;
    const motion *const r = in->reference;
    double x[POSE + 2 * FREEDOMS], *const v = x + POSE, *const a = v + FREEDOMS;
    copy(c->pose, POSE, x);
)";

constexpr const char* kErrorOnly = R"(    double m[MOTION];
    find_motion(c, in, m);
    copy(m, FREEDOMS, v);
    platform_error(c->pose, r->pose, c->error);
)";

constexpr const char* kErrorAndRate = R"(    double m[MOTION], rate[FREEDOMS];
    find_motion(c, in, m);
    copy(m, FREEDOMS, v);
    platform_error_and_rate(c->pose, r, m, c->error, rate);
)";

constexpr const char* kReference = R"(    double x[POSE + 2 * FREEDOMS], wanted[READINGS + 2 * ACTUATORS];
    copy(r->a, FREEDOMS, copy(r->v, FREEDOMS, copy(r->pose, POSE, x)));
    const int told = reference_joints(x, wanted);
)";

}  // namespace

LawInC JointFeedback::in_c(const Robot& robot, const std::string& effort, const StatusTolerance& tolerance) const {
  LawInC out;
  out.joint_errors = true;
  add_gains(gains_, effort, out);
  out.programs.push_back(named(record_actuated_joints(robot, tolerance), "reference_joints"));
  out.advance = integral("ACTUATORS");
  return out;
}

LawInC JointPd::in_c(const StatusTolerance& tolerance) const {
  LawInC out = feedback_.in_c(model, "N m/rad or N/m", tolerance);
  out.formula = "tau = kp e + kd e' + ki integral(e) + what holds the robot at rest, e = q of the reference - q";
  out.programs.push_back(named(record_rest_efforts(model, evaluator.load(), tolerance), "rest_efforts"));
  out.step = std::string(R"(    const parameters *const p = &c->parameters;
    const motion *const r = in->reference;
    const int code = rest_efforts(c->pose, tau);
    if (!answered(code)) return code;
)") + kReference +
             R"(    if (!answered(told)) return told;
    joint_error(in->q, wanted, c->error);
    for (int k = 0; k < ACTUATORS; ++k)
        tau[k] += p->kp[k] * c->error[k] + p->kd[k] * (wanted[READINGS + k] - in->dq[k]) + p->ki[k] * c->integral[k];
    return code != 0 ? code : told;
)";
  return out;
}

LawInC JointComputedTorque::in_c(const StatusTolerance& tolerance) const {
  LawInC out = feedback_.in_c(model, "", tolerance);
  out.formula = "q'' = q'' of the reference + kd e' + kp e + ki integral(e), and the efforts for it; e = q of the reference - q";
  out.programs.push_back(named(record_joint_efforts_of_rates(model, evaluator.load(), tolerance), "joint_efforts"));
  out.step = std::string("    const parameters *const p = &c->parameters;\n    const motion *const r = in->reference;\n") + kReference +
             R"(    double y[POSE + 2 * ACTUATORS] = {0}, *const a = y + POSE + ACTUATORS;
    copy(in->dq, ACTUATORS, copy(c->pose, POSE, y));
    if (answered(told)) joint_error(in->q, wanted, c->error);
    for (int k = 0; k < ACTUATORS && answered(told); ++k)
        a[k] = wanted[READINGS + ACTUATORS + k] + p->kp[k] * c->error[k] + p->kd[k] * (wanted[READINGS + k] - in->dq[k])
               + p->ki[k] * c->integral[k];
    const int code = joint_efforts(y, tau);
    return code == 0 || (answered(code) && !answered(told)) ? told : code;
)";
  return out;
}

LawInC PlatformComputedTorque::in_c(const StatusTolerance& tolerance) const {
  LawInC out;
  out.formula = "a = a of the reference - kd (v - v of the reference) - kp e - ki integral(e), and the efforts for it";
  out.platform_errors = true;
  add_gains(gains_, "", out);
  out.programs.push_back(platform_motion(model, {}));
  out.programs.push_back(platform_efforts(evaluator, tolerance));
  out.step = std::string(kState) + kErrorOnly +
             R"(    for (int k = 0; k < FREEDOMS; ++k)
        a[k] = r->a[k] - (p->kd[k] * (v[k] - r->v[k]) + p->kp[k] * c->error[k] + p->ki[k] * c->integral[k]);
    return platform_efforts(x, tau);
)";
  out.advance = integral("FREEDOMS");
  return out;
}

LawInC ImpedanceControl::in_c(const StatusTolerance& tolerance) const {
  LawInC out;
  const bool shaped = impedance_.inertia.size() > 0;
  out.formula = shaped ? "inertia (a - a of the reference) + damping (v - v of the reference) + stiffness e = the wrench that is measured"
                       : "M (a - a of the reference) + damping (v - v of the reference) + stiffness e = what pushes; M is the robot's own";
  out.platform_errors = true;
  out.wrench = shaped;
  if (shaped) out.parameters.push_back({"inertia", "kg or kg m^2", "what the platform is to feel like", list(impedance_.inertia)});
  out.parameters.push_back({"damping", "N s/m or N m s/rad", "of the motion beside the reference's", list(impedance_.damping)});
  out.parameters.push_back({"stiffness", "N/m or N m/rad", "of the error", list(impedance_.stiffness)});
  out.memory.push_back({"error", "m or rad", "of the last call", zeros(impedance_.damping.size())});
  MotionWanted wanted;
  wanted.push = shaped;
  out.programs = {platform_motion(model, wanted), platform_efforts(evaluator, tolerance),
                  named(record_actuator_forces(model, tolerance), "actuator_forces")};
  out.step = std::string(kState) + kErrorOnly + R"(    double y[POSE + FREEDOMS], *const pull = copy(c->pose, POSE, y), more[ACTUATORS];
    for (int k = 0; k < FREEDOMS; ++k) {
        pull[k] = -p->stiffness[k] * c->error[k] - p->damping[k] * (v[k] - r->v[k]);
        a[k] = r->a[k];
)" + (shaped ? "        a[k] += (pull[k] + m[FREEDOMS + k]) / p->inertia[k];\n        pull[k] = -m[FREEDOMS + k];\n" : "") +
             R"(    }
    const int code = platform_efforts(x, tau);
    if (!answered(code)) return code;
    const int forces = actuator_forces(y, more);
    for (int k = 0; k < ACTUATORS; ++k) tau[k] += more[k];
    return forces;
)";
  return out;
}

namespace {

LawInC sliding_in_c(const Robot& model, const Evaluator& evaluator, const Sliding& sliding, const StatusTolerance& tolerance) {
  LawInC out;
  out.platform_errors = out.error_rates = true;
  out.parameters = {{"lambda", "1/s", "rate of the error where s is 0", {sliding.lambda}, true},
                    {"disturbance", "", "", list(sliding.bound)},
                    {"boundary", "m/s or rad/s", "size of s below which switching is smooth; 0: it switches", list(sliding.boundary)}};
  out.memory = {{"error", "m or rad", "of the last call", zeros(sliding.bound.size())},
                {"s", "m/s or rad/s", "v - v of the reference + lambda e, of the last call", zeros(sliding.bound.size())}};
  MotionWanted wanted;
  wanted.turning = model.motion.turns_freely();
  out.programs = {platform_motion(model, wanted), platform_efforts(evaluator, tolerance)};
  return out;
}

}  // namespace

LawInC SlidingMode::in_c(const StatusTolerance& tolerance) const {
  LawInC out = sliding_in_c(model, evaluator, sliding_, tolerance);
  out.formula = "a = a of the reference - lambda e' - lambda_s s - disturbance sat(s / boundary), and the efforts for it";
  out.parameters[1].unit = "m/s^2 or rad/s^2";
  out.parameters[1].meaning = "bound of the acceleration that the model does not know";
  out.parameters.push_back({"lambda_s", "1/s", "rate of s itself", {sliding_.lambda_s}, true});
  out.step = std::string(kState) + kErrorAndRate + R"(    for (int k = 0; k < FREEDOMS; ++k) {
        c->s[k] = v[k] - r->v[k] + p->lambda * c->error[k];
        a[k] = r->a[k] - p->lambda * rate[k] - p->lambda_s * c->s[k] - p->disturbance[k] * switching(c->s[k], p->boundary[k]);
    }
    return platform_efforts(x, tau);
)";
  return out;
}

LawInC SuperTwisting::in_c(const StatusTolerance& tolerance) const {
  LawInC out = sliding_in_c(model, evaluator, sliding_, tolerance);
  out.formula = "a = a of the reference - lambda e' - 1.5 sqrt(disturbance |s|) sign(s) + nu, nu' = -1.1 disturbance sign(s)";
  out.parameters[1].unit = "m/s^3 or rad/s^3";
  out.parameters[1].meaning = "bound of the rate of the acceleration that the model does not know";
  out.memory.push_back({"nu", "m/s^2 or rad/s^2", "what is found of that acceleration, with the other sign", zeros(s_.size())});
  out.step = std::string(kState) + kErrorAndRate + R"(    for (int k = 0; k < FREEDOMS; ++k) {
        const double s = c->s[k] = v[k] - r->v[k] + p->lambda * c->error[k];
        a[k] = r->a[k] - p->lambda * rate[k] + c->nu[k]
               - 1.5 * sqrt(p->disturbance[k] * (s < 0 ? -s : s)) * switching(s, p->boundary[k]);
    }
    return platform_efforts(x, tau);
)";
  out.advance =
      "    for (int k = 0; k < FREEDOMS; ++k)\n"
      "        c->nu[k] -= dt * 1.1 * c->parameters.disturbance[k] * switching(c->s[k], c->parameters.boundary[k]);\n";
  return out;
}

namespace {

// Estimates, their bounds and gains.
void add_estimates(const std::vector<AdaptedParameter>& adapted, const std::vector<virtual_work::Parameter>& estimates, LawInC& out) {
  Numbers gain{"gain", "", "of each estimate, per second and unit of the parameter's force times s", {}};
  Numbers least{"least", "", "bound below each estimate", {}}, most{"most", "", "bound above each estimate", {}};
  Numbers estimate{"estimate", "", "what is believed of each parameter", {}}, slope{"slope", "", "of each estimate, of the last call", {}};
  for (std::size_t k = 0; k < adapted.size(); ++k) {
    estimate.of.push_back({estimates[k].name, estimates[k].unit});
    gain.values.push_back(adapted[k].gain);
    least.values.push_back(adapted[k].min);
    most.values.push_back(adapted[k].max);
    estimate.values.push_back(estimates[k].value);
    slope.values.push_back(0.0);
  }
  for (Numbers* n : {&gain, &least, &most, &slope}) n->of = estimate.of;
  out.parameters.insert(out.parameters.end(), {gain, least, most});
  out.memory.insert(out.memory.end(), {estimate, slope});
}

}  // namespace

LawInC AdaptiveControl::in_c(const StatusTolerance& tolerance) const {
  LawInC out;
  const std::size_t estimates = adapted_.size();
  out.formula = "force on the platform = M (a_r - lambda_s s) + C v_r + g, v_r = v of the reference - lambda e, s = v - v_r";
  out.platform_errors = out.error_rates = true;
  out.parameters = {{"lambda", "1/s", "rate of the error where s is 0", {lambda_}, true},
                    {"lambda_s", "1/s", "rate of s itself", {lambda_s_}, true}};
  out.memory = {{"error", "m or rad", "of the last call", zeros(s_.size())}, {"s", "m/s or rad/s", "of the last call", zeros(s_.size())}};
  MotionWanted wanted;
  wanted.turning = model.motion.turns_freely();
  out.programs = {platform_motion(model, wanted), named(record_adaptive_model(model, parameters_, adapted_, tolerance), "adaptive_model")};
  out.step = fmt::format(R"(    const parameters *const p = &c->parameters;
    const motion *const r = in->reference;
    double x[POSE + 3 * FREEDOMS + {0}], *const v = x + POSE, *const w = v + FREEDOMS, *const a = w + FREEDOMS;
    copy(c->pose, POSE, x);
)",
                         estimates) +
             kErrorAndRate + R"(    for (int k = 0; k < FREEDOMS; ++k) {
        w[k] = r->v[k] - p->lambda * c->error[k];
        c->s[k] = v[k] - w[k];
        a[k] = r->a[k] - p->lambda * rate[k] - p->lambda_s * c->s[k];
    }
)";
  if (estimates == 0) {
    out.step += "    return adaptive_model(x, tau);\n";
    return out;
  }
  out.formula += "; the estimates follow p' = -gain W^T s";
  add_estimates(adapted_, estimates_, out);
  out.step += fmt::format(R"(    double out[ACTUATORS + {0} * FREEDOMS];
    copy(c->estimate, {0}, a + FREEDOMS);
    const int code = adaptive_model(x, out);
    copy(out, ACTUATORS, tau);
    for (int i = 0; i < {0}; ++i) {{
        const double *const column = out + ACTUATORS + i * FREEDOMS;
        c->slope[i] = 0;
        for (int k = 0; k < FREEDOMS; ++k) c->slope[i] += column[k] * c->s[k];
        c->slope[i] *= -p->gain[i];
    }}
    return code;
)",
                          estimates);
  out.advance = fmt::format(R"(    const parameters *const p = &c->parameters;
    for (int i = 0; i < {0}; ++i) {{
        const double next = c->estimate[i] + dt * c->slope[i];
        c->estimate[i] = next < p->least[i] ? p->least[i] : next > p->most[i] ? p->most[i] : next;
    }}
)",
                            estimates);
  return out;
}

}  // namespace gough
