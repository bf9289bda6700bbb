#pragma once

#include <string_view>

namespace gough {

enum class Formulation { elements, virtual_work, platform_legs, orthogonal_complement };
constexpr Formulation kFormulations[] = {Formulation::elements, Formulation::virtual_work, Formulation::platform_legs,
                                         Formulation::orthogonal_complement};
constexpr char letter(Formulation f) { return "EVPN"[static_cast<int>(f)]; }
std::string_view name(Formulation f);

}  // namespace gough
