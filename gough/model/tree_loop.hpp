#pragma once

#include "gough/model/joint_tree.hpp"

// Where bodies meet outside a tree's joints: the kinds of tips, and the joints that close loops within a tree.
namespace gough {

// What a tip transmits: the velocity of its point and none, one, two or three components of rotation.
enum class TipKind { spherical, universal, revolute, rigid };
constexpr int angular_rows(TipKind kind) { return static_cast<int>(kind); }
constexpr int rows(TipKind kind) { return 3 + angular_rows(kind); }
constexpr int freedoms(TipKind kind) { return 6 - rows(kind); }

// One side of a tip: a frame fixed to a body. The two sides of a closed tip share the origin; moreover
//   universal: column 0 on the leg side stays normal to column 1 on the nacelle side;
//   revolute:  column 2 is the common axis;
//   rigid:     the frames coincide.
struct TipSide {
  int body = -1;
  Placement<double> frame;
};

// A joint that closes a loop between two bodies of one tree.
struct TreeLoop {
  std::string name;
  TipKind kind = TipKind::revolute;
  TipSide a, b;  // -1 is the base
  Friction friction;
};

// A loop inside a leg, with its two chains of joints alone: seen from where they part, along the axes of the first of these joints. There
// the loop does not move with what carries it, and the rows of a planar loop that say nothing are zeros.
struct LegLoop : TreeLoop {
  JointTree chains;         // the chain to `a`, then the chain to `b`
  std::vector<int> joints;  // which of the leg's joints each of them is
  TipSide near, far;        // `a` and `b`; bodies of `chains`
};

}  // namespace gough
