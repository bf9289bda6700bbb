#pragma once

#include "gough/identification/excitation.hpp"
#include "gough/identification/regressor_model.hpp"
#include "gough/trajectory/motion_model.hpp"
#include "gough/trajectory/reference_follower.hpp"

// What the search for an exciting trajectory asks again and again: how good is this motion, and how near to the limits does it come?
namespace gough {

struct MotionQuality {
  bool reached = true;  // every pose has joint positions and efforts
  LimitUse use;
  LimitUse smooth;         // the same rounded off, for the search: never less
  double condition = 0.0;  // of the scaled base regressor Y
  double log_det = 0.0;    // log det(YᵀY / samples)
};

class ExcitationProblem {
 public:
  ExcitationProblem(const Robot& robot, const ExcitationOptions& options);

  int variables() const { return robot_.mobility.n * (1 + 2 * options_.harmonics); }
  int samples() const { return samples_; }  // of a period, in the search
  const BaseParameters& base() const { return base_; }

  // A motion about home from plain numbers: for each free coordinate its offset, sines and cosines in shares of half its range, those
  // of harmonic h divided by h.
  FourierSpec motion(const VecX<double>& x) const;

  // With `judged` false condition and log_det are not found.
  MotionQuality evaluate(const FourierSpec& motion, int samples, bool judged = true);

  // What the search makes small.
  double objective(const MotionQuality& quality) const;

  // The largest multiple of x, at most x itself, found to use no more than this share of any limit on so many samples.
  double feasible_scale(const VecX<double>& x, double share, int samples);

 private:
  const Robot& robot_;
  ExcitationOptions options_;
  BaseParameters base_;
  int samples_ = 0;
  double period_ = 0.0;
  VecX<double> home_, middle_, half_;  // free coordinates: home, and the workspace box
  VecX<double> row_, column_;          // scales of the base regressor
  ReferenceFollower follower_;
  MotionModel motion_;
  RegressorModel regressor_;  // of the base parameters
  Reference reference_;
  MotionValues values_;
  MatX<double> Y_, stacked_;

  void find_scales();
  Outcome move_to(const Trajectory& trajectory, double t, bool judged);
  void judge(MotionQuality& out) const;
};

}  // namespace gough
