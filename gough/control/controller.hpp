#pragma once

#include <memory>
#include <string>
#include <utility>

#include "gough/control/control_law.hpp"
#include "gough/control/controller_spec.hpp"

namespace gough {

// Any controller: call it as a function. A call allocates nothing.
class Controller {
 public:
  Controller(std::unique_ptr<ControlLaw> law, double rate, bool continuous = false)
      : law_(std::move(law)), rate_(rate), continuous_(continuous) {}

  // Fills `effort`, one for each actuator. What the outcome says: ControlLaw.
  Outcome operator()(const Measurement& measured, const Reference& reference, VecX<double>& effort) {
    return (*law_)(measured, reference, effort);
  }
  Outcome status() const { return law_->status(); }
  // Adapted parameters with names, units and present values, always in the same order; empty for other controllers.
  const std::vector<virtual_work::Parameter>& estimates() const { return law_->estimates(); }
  // What the adapted parameters are where virtual_work::parameters are `all`.
  std::vector<double> estimated_of(const std::vector<virtual_work::Parameter>& all) const { return law_->estimated_of(all); }
  LawInC in_c(const StatusTolerance& tolerance) const { return law_->in_c(tolerance); }
  double rate() const { return rate_; }            // Hz
  bool continuous() const { return continuous_; }  // to be called at any time, in any order

 private:
  std::unique_ptr<ControlLaw> law_;
  double rate_;
  bool continuous_;
};

// The controller that `spec` describes, with `model` (which it copies) as what it believes of the robot. Throws InputError.
Controller make_controller(const Robot& model, const ControllerSpec& spec);

// A controller file: the keys of ControllerSpec at its top. Throws InputError.
ControllerSpec read_controller(const std::string& text, const std::string& file);

}  // namespace gough
