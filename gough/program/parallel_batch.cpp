#include "gough/program/parallel_batch.hpp"

#include <algorithm>
#include <atomic>

#include "gough/program/helper_threads.hpp"

namespace gough {

void parallel_batch(const CompiledProgram& program, std::size_t n, std::size_t stride, const double* in, double* out, int threads) {
  constexpr std::size_t kShare = 2048;  // states a thread takes at a time: whole vectors
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t s; (s = next.fetch_add(kShare)) < n;) program.batch(std::min(kShare, n - s), stride, in + s, out + s);
  };
  const std::size_t cores = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t helpers = std::min(cores, (n + kShare - 1) / kShare);
  std::vector<std::thread> others = helper_threads(std::max<std::size_t>(helpers, 1) - 1, work);
  work();
  for (std::thread& t : others) t.join();
}

}  // namespace gough
