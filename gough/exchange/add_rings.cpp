#include "gough/exchange/add_rings.hpp"

namespace gough {
namespace {

constexpr double kRingShare = 0.02;  // of the mass of the body that it hangs on

// The same axes in another order: the given column is z.
Placement<double> with_z(const Placement<double>& f, int column) {
  Placement<double> out = f;
  for (int k = 0; k < 3; ++k) out.R.col(k) = f.R.col((k + column + 1) % 3);
  return out;
}

// Two points of the ring's axis go over to it, if what is left is a body.
void lend_to_ring(RigidBody& host, CutLink& ring, double length) {
  const double mass = 0.5 * kRingShare * host.mass;
  RigidBody lent, left = host;
  for (double side : {-0.05 * length, 0.05 * length}) {
    const Vec3<double> point = side * Vec3<double>::UnitZ();
    lent = joined(lent, {mass, point});
    left = joined(left, {-mass, ring.placement.point(point)});
  }
  if (mass == 0.0 || !is_physical_inertia(left.inertia)) return;
  host = left;
  ring.body = lent;
}

}  // namespace

void add_rings(CutTree& tree, double length) {
  for (CutLoop& loop : tree.loops) {
    if (loop.kind != TipKind::universal) continue;
    const Placement<double> axis_a = tree.at_home(loop.a) * with_z(loop.frame_a, 0);
    CutLink ring;
    ring.name = loop.name + ".ring";
    ring.parent = loop.b;
    ring.placement = with_z(loop.frame_b, 1);
    ring.joint.name = loop.name + ".ring.joint";
    lend_to_ring(tree.links[loop.b].body, ring, length);
    tree.links.push_back(ring);
    loop.kind = TipKind::revolute;
    loop.frame_a = with_z(loop.frame_a, 0);
    loop.b = static_cast<int>(tree.links.size()) - 1;
    loop.frame_b = tree.at_home(loop.b).inverse() * axis_a;
  }
}

}  // namespace gough
