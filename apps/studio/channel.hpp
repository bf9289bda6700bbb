#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

namespace gough::studio {

// The newest message of each kind, for any number of readers. A slow reader misses what was overtaken, so nothing piles up.
class Channel {
 public:
  enum Kind { robot, state, problem, kinds };
  static constexpr const char* kNames[kinds] = {"robot", "state", "problem"};
  using Seen = std::array<std::uint64_t, kinds>;

  void publish(Kind kind, std::string text);

  // What is newer than `seen`, as server-sent events; a comment after `patience` without any. Empty once closed.
  std::string wait(Seen& seen, std::chrono::milliseconds patience);

  void close();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::string, kinds> text_;
  Seen serial_{};
  bool closed_ = false;
};

}  // namespace gough::studio
