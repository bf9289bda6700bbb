#include "gough/evaluate/worker_pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gough {
namespace {

// Threads that run `work`, `count` of them or as many as the system gives. To be joined.
std::vector<std::thread> helper_threads(std::size_t count, const std::function<void()>& work) {
  std::vector<std::thread> out;
  out.reserve(count);
  try {
    while (out.size() < count) out.emplace_back(work);
  } catch (const std::system_error&) {  // no more of them: those there are do the work
  }
  return out;
}

}  // namespace

std::size_t core_count() { return std::max(1u, std::thread::hardware_concurrency()); }

void for_blocks(std::size_t n, std::size_t block, int threads, const std::function<BlockWorker()>& make_worker) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr error;
  std::mutex mutex;
  const auto work = [&] {
    try {
      const BlockWorker worker = make_worker();
      for (std::size_t first; (first = next.fetch_add(block)) < n;) worker(first, std::min(n, first + block));
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      next = n;
    }
  };
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : core_count();
  const std::size_t workers = std::max<std::size_t>(1, std::min(wanted, (n + block - 1) / block));
  std::vector<std::thread> others = helper_threads(workers - 1, work);
  work();
  for (std::thread& t : others) t.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace gough
