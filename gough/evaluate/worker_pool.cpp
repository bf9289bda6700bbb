#include "gough/evaluate/worker_pool.hpp"

#include <system_error>

namespace gough {

std::vector<std::thread> helper_threads(std::size_t count, const std::function<void()>& work) {
  std::vector<std::thread> out;
  out.reserve(count);
  try {
    while (out.size() < count) out.emplace_back(work);
  } catch (const std::system_error&) {  // no more of them: those there are do the work
  }
  return out;
}

}  // namespace gough
