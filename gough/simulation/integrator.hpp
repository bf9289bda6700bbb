#pragma once

#include <functional>
#include <memory>

#include "gough/simulation/chart.hpp"
#include "gough/simulation/plant.hpp"
#include "gough/simulation/stiff.hpp"

// Steps of a plant through time, under inputs that may change with it.
namespace gough {

enum class Method { rk4, dormand_prince, stiff };

struct IntegratorChoice {
  Method method = Method::rk4;
  double relative = 1e-9, absolute = 1e-12;  // tolerances of the adaptive methods
};

// Fills what acts at a time and in a state; called only where it changes within a step.
using InputAt = std::function<void(double t, const Pose<double>& pose, const VecX<double>& Vr, PlantInput& input)>;

// ẏ of a plant in the chart of a base pose.
class Flow {
 public:
  Flow(Plant& plant, PlantInput& input, const InputAt& input_at);

  // `here`: terms of the state where they are known, with which its own derivative takes no program.
  void start(const MotionState& state, const StateTerms* here, double* y);
  void finish(const double* y, MotionState& state) const;
  int size() const { return chart_.size(); }

  // False where there is no derivative; `dy` is then not to be used.
  bool operator()(double t, const double* y, double* dy);

 private:
  Plant& plant_;
  PlantInput& input_;
  const InputAt& input_at_;
  Chart chart_;
  Pose<double> pose_;
  VecX<double> Vr_, VN_, dVr_;
  const StateTerms* here_ = nullptr;

  bool starts_at(const double* y) const;
};

class Integrator {
 public:
  // Throws InputError for a method that is not built in.
  Integrator(const Robot& robot, const IntegratorChoice& choice);
  ~Integrator();

  // Moves the state from t to t + h; rk4 in one step. On failure the state is void: unreachable where a stage has no derivative,
  // not_converged where steps would have to be too small, of rk4 where the error of V_r that its stages show is beyond V_r itself and the
  // speed √(g length) of the robot's own motions. `here`: terms of the state, where they are known.
  Outcome advance(Flow& flow, Plant& plant, double t, double h, MotionState& state, const StateTerms* here = nullptr);

 private:
  struct Adaptive;
  IntegratorChoice choice_;
  VecX<double> y_, k_[4], trial_;
  VecX<double> lengths_;        // of the components of V_r: 1, or the robot's length for rad/s
  double natural_speed_ = 0.0;  // m/s
  std::unique_ptr<Adaptive> adaptive_;
  std::unique_ptr<StiffSolver> stiff_;

  Outcome rk4(Flow& flow, double t, double h);
};

}  // namespace gough
