#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace gough {

// Something that is made when it is first asked for, by whichever thread asks first. Asking again takes one atomic load.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    if (const T* made = made_.load(std::memory_order_acquire)) return *made;
    std::call_once(once_, [&] {
      owner_ = std::make_unique<const T>(make());
      made_.store(owner_.get(), std::memory_order_release);
    });
    return *owner_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::unique_ptr<const T> owner_;
  mutable std::atomic<const T*> made_ = nullptr;
};

}  // namespace gough
