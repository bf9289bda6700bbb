#pragma once

#include "gough/io/key.hpp"
#include "gough/model/description.hpp"

// The keys of springs in a robot file (gough/io/schema.hpp).
namespace gough::schema {

template <class V>
void keys(V& v, JointSpringSpec& s) {
  v.table("joint spring",
          "The table `spring` of a joint: a spring in a joint of one freedom: its effort is stiffness · (free − position). A damper is "
          "`viscous` friction.");
  v(Key{"stiffness", "N m/rad or N/m", "effort for each radian or metre", kRequired, Check::positive}, s.stiffness);
  v(Key{"free", "rad or m", "the joint's position without effort, as positions are given elsewhere; 0 if absent"}, s.free);
  v(Key{"free_deg", "degrees", "the same for a revolute joint"}, s.free_deg);
}

template <class V>
void keys(V& v, SpringSpec& s) {
  v.table("spring",
          "A spring, a damper or a balancer of constant force between two points of two bodies: it pulls them together along their line "
          "with stiffness · (length − free_length) + damping · rate of the length + pull. In a leg it is copied with the leg.");
  v(Key{"name", "", "`spring1`, `spring2`, … if absent, behind the leg's name in a leg", false, Check::name}, s.name);
  v(Key{"between",
        "",
        "the two bodies: `base`, the platform, a nacelle body, or a body of a leg: `leg1.arm`, and just `arm` in the leg's own "
        "[[leg.spring]]",
        kRequired,
        Check::none,
        {2}},
    s.between);
  v(Key{"from", "m", "its point on the first body, in the axes of that body (see `body`); base axes for the base"}, s.from);
  v(Key{"to", "m", "its point on the second body, likewise"}, s.to);
  v(Key{"stiffness", "N/m", "force for each metre", false, Check::not_negative}, s.stiffness);
  v(Key{"free_length", "m", "length without force; 0 if absent, as of springs that balance weights exactly", false, Check::not_negative},
    s.free_length);
  v(Key{"damping", "N s/m", "force for each metre per second", false, Check::not_negative}, s.damping);
  v(Key{"pull", "N", "constant force that draws the bodies together; negative: that pushes them apart"}, s.pull);
}

}  // namespace gough::schema
