#pragma once

#include "gough/io/key.hpp"
#include "gough/model/payload.hpp"

// Keys of a payload in scenarios and controller files.
namespace gough::schema {

template <class V>
void keys(V& v, PayloadSpec& p) {
  v.table("payload", "A body fixed to the platform.");
  v(Key{"mass", "kg", "mass", kRequired, Check::not_negative}, p.mass);
  v(Key{"com", "m", "centre of mass from the tool point, platform axes"}, p.com);
  v(Key{"inertia",
        "kg m²",
        "about the centre of mass: diagonal, or xx, xy, xz, yy, yz, zz; a point mass if absent",
        false,
        Check::none,
        {3, 6}},
    p.inertia);
}

}  // namespace gough::schema
