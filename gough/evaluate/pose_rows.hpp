#pragma once

#include "gough/program/pose_ports.hpp"

namespace gough {

// Rows of poses as the columns that programs take: seven numbers x, y, z, qw, qx, qy, qz, or the free coordinates (`free_coordinates`).
// Where Ψ is constant free coordinates need no more than sums, sines and cosines; whole poses serve as they are where no joint of the
// nacelle follows from them.
class PoseRows {
 public:
  static constexpr std::size_t kWhole = 7;

  PoseRows(const Robot& robot, const PosePorts& ports, std::size_t columns);

  // Whether `fill` serves; else poses have to be found one by one.
  bool direct() const { return direct_; }

  // Number i of row s to in[i * stride + s], of n rows. `first` is the number of the first one for who reads the InputError that a
  // quaternion brings which is none. The rows that are not as the programs have them (PosePorts::holds) are told in `held`.
  void fill(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const;

 private:
  // A sum of the coordinates: of a length, or of an angle of which the cosine or the sine is taken.
  struct Sum {
    PortKind kind;
    double at_home = 0.0;                       // position or angle
    std::vector<std::pair<int, double>> terms;  // coordinate and its factor
  };
  const Robot& robot_;
  const PosePorts& ports_;
  std::size_t columns_;
  bool direct_ = false, turns_freely_ = false;
  std::vector<Sum> sums_;

  Sum sum_of(int component, PortKind kind, double at_home, double factor = 1.0) const;
  void make_sums();
  void fill_sums(const double* rows, std::size_t n, double* in, std::size_t stride, bool* held) const;
  void fill_whole(const double* rows, std::size_t n, std::size_t first, double* in, std::size_t stride, bool* held) const;
};

// The pose of seven numbers. Throws InputError, `what` before the complaint, where four of them are no unit quaternion.
Pose<double> whole_pose(const Robot& robot, const double* numbers, const std::string& what);

}  // namespace gough
