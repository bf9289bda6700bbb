#include "gough/evaluate/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace gough {
namespace {

TEST(WorkerPool, EveryThingIsDoneOnce) {
  for (const std::size_t n : {0, 1, 7, 8, 9, 1000})
    for (const int threads : {0, 1, 2, 5}) {
      std::vector<std::atomic<int>> done(n);
      for_blocks(n, 8, threads, [&]() -> BlockWorker {
        return [&](std::size_t first, std::size_t end) {
          EXPECT_LE(end - first, 8u);
          for (std::size_t k = first; k < end; ++k) ++done[k];
        };
      });
      for (std::size_t k = 0; k < n; ++k) EXPECT_EQ(done[k], 1) << n << " things, " << threads << " threads";
    }
}

TEST(WorkerPool, AThreadHasOneWorkerAndThereAreNoMoreThanBlocks) {
  std::mutex mutex;
  std::multiset<std::thread::id> made;
  for_blocks(24, 8, 7, [&]() -> BlockWorker {
    const std::lock_guard lock(mutex);
    made.insert(std::this_thread::get_id());
    return [](std::size_t, std::size_t) {};
  });
  EXPECT_LE(made.size(), 3u);
  for (const std::thread::id& id : made) EXPECT_EQ(made.count(id), 1u);
}

TEST(WorkerPool, WhatAWorkerThrowsComesOutAndEndsTheWork) {
  for (const int threads : {1, 3}) {
    std::atomic<int> blocks = 0;
    const auto run = [&] {
      for_blocks(1000, 1, threads, [&]() -> BlockWorker {
        return [&](std::size_t first, std::size_t) {
          ++blocks;
          if (first == 3) throw std::runtime_error("the fourth");
        };
      });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_TRUE(threads > 1 || blocks == 4) << blocks;
  }
  EXPECT_THROW(for_blocks(5, 1, 2, []() -> BlockWorker { throw std::runtime_error("no worker"); }), std::runtime_error);
}

}  // namespace
}  // namespace gough
