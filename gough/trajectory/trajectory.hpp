#pragma once

#include "gough/trajectory/motion_curve.hpp"
#include "gough/trajectory/reference_follower.hpp"

namespace gough {

// A motion of the platform: a value that may be copied, made by the functions of constructors.hpp. It keeps a pointer to its
// robot, which must outlive it.
class Trajectory {
 public:
  struct Piece {
    MotionCurve curve;
    double duration = 0.0;
  };

  // How pose or velocity would jump from the end of one piece to the beginning of the next; nothing if they do not.
  static std::string jump(const Piece& before, const Piece& after);

  // One piece after the other. Throws InputError where pose or velocity would jump from one to the next (or, if periodic, from
  // the last to the first).
  Trajectory(const Robot& robot, std::vector<Piece> pieces, bool periodic = false);

  const Robot& robot() const { return *robot_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  double duration() const { return starts_.back(); }
  bool periodic() const { return periodic_; }

  // Pose, V_r and V̇_r at a time. Before 0 and after `duration` it rests where it starts and ends; a periodic one repeats.
  // The pose lies on the platform's manifold, and V_r, V̇_r are its exact rates: where Ψ varies the dependent components are
  // found by `project`, and the rates by differentiating what it leaves unchanged. Allocates nothing if every leg has a closed form.
  // Where Ψ varies it fills `data` as `position`, `velocity` do and passes on their status; else it leaves `data` alone and is ok.
  Outcome at(double t, KinematicsData<double>& data, Reference& out) const;

  // The same for times that follow one another, by programs.
  Outcome at(double t, ReferenceFollower& follower, Reference& out) const;

 private:
  const Robot* robot_;
  std::vector<Piece> pieces_;
  std::vector<double> starts_;  // of each piece, then the end
  bool periodic_ = false;
  bool closed_ = false;  // the dependent components follow from the free ones by the constant Ψ

  void curve_at(double t, NacelleMotion& out) const;
  void check_joins() const;
};

}  // namespace gough
