#include "apps/studio/door.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

#include "apps/studio/limits.hpp"

namespace gough::studio {

using Stage = Connection::Stage;

Door::Door(Serve serve) : serve_(std::move(serve)), wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  for (std::size_t k = 0; k < limits::kWorkers; ++k) workers_.emplace_back([this] { work(); });
  reader_ = std::thread([this] { run(); });
}

Door::~Door() {
  stop();
  reader_.join();
  for (std::thread& worker : workers_) worker.join();
  for (const int socket : arrived_) ::close(socket);
  ::close(wake_);
}

void Door::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof one);  // full: it wakes anyway
}

void Door::take(int socket) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || arrived_.size() == limits::kConnections) {
      ::close(socket);
      return;
    }
    arrived_.push_back(socket);
  }
  wake();
}

void Door::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_all();
  wake();
}

void Door::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [&] { return stopping_ || !requests_.empty(); });
    if (stopping_) return;
    const Shared connection = std::move(requests_.front());
    requests_.pop_front();
    lock.unlock();
    serve_(*connection);
    lock.lock();
    answered_.push_back(connection);
    wake();
  }
}

void Door::run() {
  for (;;) {
    std::vector<int> arrived;
    std::vector<Shared> answered;
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) break;
      arrived.swap(arrived_);
      answered.swap(answered_);
    }
    for (const Shared& connection : answered) connection->start_reply(limits::kReplyTime);
    for (const int socket : arrived) admit(socket);
    wait_for_clients();
  }
  for (const Shared& connection : connections_) ::shutdown(connection->socket(), SHUT_RDWR);  // a worker may be waiting for one
}

void Door::admit(int socket) {
  if (connections_.size() < limits::kConnections || drop_oldest()) {
    connections_.push_back(std::make_shared<Connection>(socket));
    return;
  }
  Connection(socket).refuse(503, "too many connections");
}

// Of those that are not being answered; one that has its reply first.
bool Door::drop_oldest() {
  const auto rank = [](const Shared& c) {
    return std::pair(c->stage == Stage::farewell ? 0 : c->stage == Stage::served ? 2 : 1, c->since);
  };
  const auto oldest =
      std::min_element(connections_.begin(), connections_.end(), [&](const Shared& a, const Shared& b) { return rank(a) < rank(b); });
  if ((*oldest)->stage == Stage::served) return false;
  connections_.erase(oldest);
  return true;
}

std::size_t Door::bodies() const {
  std::size_t sum = 0;
  for (const Shared& connection : connections_) sum += connection->body();
  return sum;
}

void Door::wait_for_clients() {
  const auto now = Connection::Clock::now();
  auto next = now + std::chrono::seconds(1);
  std::vector<pollfd> ready{{wake_, POLLIN, 0}};
  for (const Shared& c : connections_) {
    const bool served = c->stage == Stage::served;  // poll passes over negative ones
    ready.push_back({served ? -1 : c->socket(), static_cast<short>(c->stage == Stage::reply ? POLLOUT : POLLIN), 0});
    if (!served) next = std::min(next, c->deadline);
  }
  const auto patience = std::chrono::ceil<std::chrono::milliseconds>(next - now).count();
  if (::poll(ready.data(), ready.size(), static_cast<int>(std::max<long>(0, patience))) < 0) return;
  std::uint64_t count;
  while (::read(wake_, &count, sizeof count) > 0) {
  }
  std::vector<Shared> open;
  for (std::size_t k = 0; k < connections_.size(); ++k)
    if (step(connections_[k], ready[k + 1].revents != 0)) open.push_back(connections_[k]);
  connections_.swap(open);
}

// False: to be closed.
bool Door::step(const Shared& connection, bool ready) {
  if (connection->stage == Stage::served) return true;
  const bool had_head = connection->body() > 0;
  if (ready && !connection->step()) return false;
  if (!had_head && connection->body() > 0 && bodies() > limits::kBodies) connection->refuse(503, "too many uploads at once");
  if (connection->complete()) {
    connection->stage = Stage::served;
    const std::lock_guard lock(mutex_);
    requests_.push_back(connection);
    work_.notify_one();
  } else if (connection->late(Connection::Clock::now())) {
    if (connection->stage != Stage::request) return false;
    connection->refuse(408, "the request took too long to come");
  }
  return true;
}

}  // namespace gough::studio
