#include "gough/math/linear_algebra.hpp"
#include "tests/oracles/joint_coordinates.hpp"

// Where the bodies of a drawing meet outside its tree.
namespace gough::oracle {
namespace {

M3 closure_axes(char kind, const std::vector<V3>& axes) {
  M3 out = M3::Identity();
  if (kind == 'U') out << axes[0].normalized(), axes[1].normalized(), axes[0].cross(axes[1]).normalized();
  if (kind == 'R') out = frame_with_z(axes[0].normalized());
  return out;
}

}  // namespace

void Linkage::add_closures(const std::vector<std::vector<int>>& last) {
  for (std::size_t i = 0; i < sketch_.legs.size(); ++i)
    for (const test::SketchCoupling& coupling : sketch_.legs[i].couplings) {
      Following following{last[i][coupling.joint], static_cast<int>(i), {}};
      for (const auto& [joint, ratio] : coupling.terms) following.terms.emplace_back(last[i][joint], ratio);
      followings_.push_back(following);
    }
  for (std::size_t i = 0; i < sketch_.legs.size(); ++i) {
    for (const test::SketchTip& tip : sketch_.legs[i].tips)
      closures_.push_back({tip.kind, last[i][tip.joint], platform_ + tip.on, tip.point, closure_axes(tip.kind, tip.axes),
                           per_unit(tip.friction, true), static_cast<int>(i)});
    for (const test::SketchLegLoop& loop : sketch_.legs[i].loops) {
      const auto body = [&](int joint) { return joint < 0 ? bodies_ : last[i][joint]; };
      closures_.push_back({loop.kind, body(loop.a), body(loop.b), loop.point, closure_axes(loop.kind, loop.axes),
                           per_unit(loop.friction, true), static_cast<int>(i)});
    }
  }
  for (const test::SketchLoop& loop : sketch_.loops)
    closures_.push_back({loop.kind, platform_ + loop.a, platform_ + loop.b, loop.point, closure_axes(loop.kind, loop.axes),
                         per_unit(loop.friction, true), -1});
}

NullSpace null_space(const MatX<double>& A) {
  const SingularSide side = right_singular(A);
  const double largest = side.values(0);
  Eigen::Index rank = 0;
  NullSpace out;
  for (Eigen::Index k = 0; k < side.values.size(); ++k) {
    const double value = side.values(k) / largest;
    if (value > 1e-6) {
      rank = k + 1;
      out.least = value;
    } else if (value > 1e-11) {
      out.clear = false;
    }
  }
  out.basis = side.vectors.rightCols(A.cols() - rank);
  return out;
}

}  // namespace gough::oracle
