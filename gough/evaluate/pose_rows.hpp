#pragma once

#include "gough/kinematics/given_pose.hpp"
#include "gough/program/pose_ports.hpp"

namespace gough {

// Rows of poses as the columns that programs take: seven numbers x, y, z, qw, qx, qy, qz, or the free coordinates (`free_coordinates`).
// Where Ψ is constant free coordinates need no more than sums, sines and cosines, and so do the joints of the nacelle under a whole pose;
// whole poses serve as they are where the nacelle has none.
class PoseRows {
 public:
  static constexpr std::size_t kWhole = 7;

  PoseRows(const Robot& robot, const PosePorts& ports, std::size_t columns);

  // Whether `fill` serves; else poses have to be found.
  bool direct() const { return direct_; }

  // Number i of row s to in[i * stride + s], of n rows. `first` is the number of the first one for who reads the InputError that a
  // quaternion brings which is none. The rows that are not as the programs have them (PosePorts::holds) are told in `held`.
  void fill(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const;

  // The pose of a row as users give it; `number` is for the InputError.
  GivenPose given(const double* row, std::size_t number) const;

 private:
  // A sum of the coordinates: of a length, or of an angle of which the cosine or the sine is taken.
  struct Sum {
    PortKind kind;
    double at_home = 0.0;                       // position or angle
    std::vector<std::pair<int, double>> terms;  // coordinate and its factor
  };

  // A joint of the nacelle that turns as the platform does, or the other way: from its cosine and sine at home.
  struct Turned {
    JointPosition<double> home;
    double way;
  };

  static constexpr std::size_t kChunk = 64;  // rows at a time
  using Column = double[kChunk];

  const Robot& robot_;
  const PosePorts& ports_;
  std::size_t columns_;
  bool direct_ = false, by_columns_ = false;  // whole poses column by column
  std::vector<Sum> sums_;
  std::vector<Turned> turned_;

  Sum sum_of(int component, PortKind kind, double at_home, double factor = 1.0) const;
  bool make_sums();
  bool find_turned();
  bool tied() const;
  void fill_sums(const double* rows, std::size_t n, double* in, std::size_t stride, bool* held) const;
  void fill_poses(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const;
  void fill_chunk(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const;
  void fill_turn(const Column* R, std::size_t n, double* c, double* s, double* off) const;
  void fill_turned(const Turned& joint, const double* turn, std::size_t n, double* in, std::size_t stride) const;
  void add_held(const Column* x, const Column* R, std::size_t n, double* off) const;
};

// The pose of seven numbers. Throws InputError, which names the row, where four of them are no unit quaternion.
Pose<double> whole_pose(const Robot& robot, const double* numbers, std::size_t row);

}  // namespace gough
