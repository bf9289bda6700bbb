#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace gough {

// Threads that run `work`, `count` of them or as many as the system gives. To be joined.
std::vector<std::thread> helper_threads(std::size_t count, const std::function<void()>& work);

}  // namespace gough
