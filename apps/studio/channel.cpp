#include "apps/studio/channel.hpp"

namespace gough::studio {

void Channel::publish(Kind kind, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    text_[kind] = std::move(text);
    ++serial_[kind];
  }
  changed_.notify_all();
}

std::string Channel::wait(Seen& seen, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || serial_ != seen; });
  if (closed_) return "";
  std::string out;
  for (int kind = 0; kind < kinds; ++kind)
    if (serial_[kind] != seen[kind]) out += std::string("event: ") + kNames[kind] + "\ndata: " + text_[kind] + "\n\n";
  seen = serial_;
  return out.empty() ? ": still here\n\n" : out;
}

void Channel::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

}  // namespace gough::studio
