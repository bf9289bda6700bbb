#include "apps/gough/peak.hpp"

#include <utility>

#include "gough/evaluate/batch.hpp"

namespace gough::command {
namespace {

constexpr int kChains = 12;  // more than latency times units needs, fewer than there are registers
constexpr int kRepeats = 10000;

template <int Bytes>
struct Lanes {
  using Vector [[gnu::vector_size(Bytes)]] = double;
};

template <int Bytes, std::size_t... Chain>
[[gnu::always_inline]] inline double chains(int repeats, std::index_sequence<Chain...>) {
  using Vector = typename Lanes<Bytes>::Vector;
  const volatile double factor = 0.999, term = 0.001;
  const Vector a = Vector{} + factor, b = Vector{} + term;
  Vector x[kChains] = {};
  for (int r = 0; r < repeats; ++r) ((x[Chain] = x[Chain] * a + b), ...);
  Vector sum = {};
  ((sum += x[Chain]), ...);
  return sum[0];
}

double run_generic(int repeats) { return chains<16>(repeats, std::make_index_sequence<kChains>()); }
#ifdef __x86_64__
[[gnu::target("avx2,fma")]] double run_avx2(int repeats) { return chains<32>(repeats, std::make_index_sequence<kChains>()); }
[[gnu::target("avx512f,fma")]] double run_avx512(int repeats) { return chains<64>(repeats, std::make_index_sequence<kChains>()); }
#else
constexpr auto run_avx2 = run_generic, run_avx512 = run_generic;  // not chosen
#endif

}  // namespace

Peak::Peak() : instructions_("16-byte vectors"), lanes_(2), run_(run_generic) {
  if (runs_here(InstructionSet::avx2)) instructions_ = "AVX2", lanes_ = 4, run_ = run_avx2;
  if (runs_here(InstructionSet::avx512)) instructions_ = "AVX-512", lanes_ = 8, run_ = run_avx512;
}

double Peak::burst() const {
  volatile double sink = run_(kRepeats);
  (void)sink;
  return 2.0 * lanes_ * kChains * kRepeats;
}

}  // namespace gough::command
