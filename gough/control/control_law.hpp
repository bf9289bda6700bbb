#pragma once

#include "gough/control/law_in_c.hpp"
#include "gough/control/measurement.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "gough/trajectory/reference.hpp"

namespace gough {

// What every controller is: efforts from a measurement and a reference, with a model of the robot that is its own and may be wrong.
// Made once; calls allocate nothing and never give a number that is not finite.
class ControlLaw {
 public:
  // `rate` in Hz is how often it is called. Throws InputError for an under-actuated robot.
  ControlLaw(const Robot& model, const Load& load, double rate);
  ControlLaw(const ControlLaw&) = delete;
  ControlLaw& operator=(const ControlLaw&) = delete;
  virtual ~ControlLaw() = default;

  // Where the model has no answer, the last efforts are held and the status says why. out_of_limits comes with an answer: a stroke is
  // exceeded, or an effort by `measure` times; integrals and adaptation then wait.
  Outcome operator()(const Measurement& measured, const Reference& reference, VecX<double>& out);

  // Makes the models that it will ask for, so that the first call takes no longer than others.
  void prepare();

  Outcome status() const { return status_; }
  // The same law as C, with the tolerances of a status there.
  virtual LawInC in_c(const StatusTolerance& tolerance) const = 0;
  // Parameters that it adapts, with their present values; none unless it does.
  virtual const std::vector<virtual_work::Parameter>& estimates() const;
  // What these are where virtual_work::parameters are `all`.
  virtual std::vector<double> estimated_of(const std::vector<virtual_work::Parameter>&) const { return {}; }

 protected:
  const Evaluator evaluator;  // of the model and its load
  const Robot& model;         // the evaluator's
  Evaluator::Memory memory;
  VecX<double> effort;

  // Fills `effort`. The outcome is that of the measured position, or of the reference's where that has no answer.
  virtual Outcome efforts(const Measurement& measured, const Reference& reference) = 0;
  // Moves what the law integrates on by dt, after `efforts`.
  virtual void advance(double) {}

  // `effort` for the acceleration V̇_r from the measured state, by formulation P; of least norm where actuators are redundant.
  Outcome effort_of_acceleration(const Measurement& measured, const VecX<double>& dVr) {
    return evaluator.efforts(measured.pose, measured.Vr, dVr, memory, effort);
  }

 private:
  Outcome status_;
  double period_;
  double time_ = 0.0;
  bool started_ = false;
  VecX<double> held_;

  Outcome attempt(const Measurement& measured, const Reference& reference);
};

}  // namespace gough
