#pragma once

#include "gough/io/key.hpp"
#include "gough/model/description.hpp"

// The keys of joints that close loops, and of couplings between joints, in a robot file (gough/io/schema.hpp).
namespace gough::schema {

template <class V>
void keys(V& v, FollowsSpec& f) {
  v.table("follows",
          "The table `follows` of a joint, or several: the joint follows another of its leg, by a belt or gears, or a sum of others, by a "
          "differential. From home it moves by Σ ratio · their motion; angles count within half a turn of home.");
  v(Key{"joint", "", "the joint that it follows, of one freedom, or one axis of a joint of several: `wrist.2`", kRequired}, f.joint);
  v(Key{"ratio", "rad or m for each rad or m", "how far it goes for each unit of the other; negative: the other way", kRequired}, f.ratio);
}

template <class V>
void keys(V& v, LegLoopSpec& l) {
  v.table("leg.loop",
          "A joint that closes a loop between two bodies of a leg, or between a body and the base: a parallelogram with its coupler, a "
          "four-bar, a slider-crank. The bodies are those of joints or elements in the tree of the leg; this joint is not in the tree.");
  v(Key{"name", "", "`loop1`, … if absent", false, Check::name}, l.name);
  v(Key{"joint", "", "what it transmits, as for tips", kRequired, Check::none, {}, {"S", "U", "R", "rigid"}}, l.joint);
  v(Key{"between", "", "the two bodies: names of joints or elements of this leg, or `base`", kRequired, Check::name, {2}}, l.between);
  v(Key{"from", "m", "its point on the first body, in the axes of that body (see `body`); base axes from the leg's `at` for the base"},
    l.from);
  v(Key{"to", "m", "its point on the second body, likewise"}, l.to);
  v(Key{"axis", "", "of type R, axes of the first body", false, Check::not_zero}, l.axis);
  v(Key{"axes", "", "of type U, axes of the first body, the leg at home: the axis on the first body, then on the second", false,
        Check::not_zero},
    l.axes);
  v(Key{"friction", "", "in the joint"}, l.friction);
}

template <class V>
void keys(V& v, NacelleLoopSpec& l) {
  v.table("nacelle.loop", "A joint that closes a loop inside the nacelle.");
  v(Key{"name", "", "`loop1`, … if absent", false, Check::name}, l.name);
  v(Key{"joint", "", "what it transmits, as for tips", kRequired, Check::none, {}, {"S", "U", "R", "rigid"}}, l.joint);
  v(Key{"between", "", "the two bodies", kRequired, Check::name, {2}}, l.between);
  v(Key{"at", "m", "its point, platform axes at home", kRequired}, l.at);
  v(Key{"axis", "", "of type R, platform axes at home", false, Check::not_zero}, l.axis);
  v(Key{"axes", "", "of type U, platform axes at home: the axis on the first body, then on the second", false, Check::not_zero}, l.axes);
  v(Key{"friction", "", "in the joint"}, l.friction);
}

}  // namespace gough::schema
