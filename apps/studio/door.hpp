#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "apps/studio/connection.hpp"

namespace gough::studio {

// Reads all requests and sends all replies in one thread that never waits for a client: one that sends or takes slowly keeps no other
// waiting. A request that has come whole goes to one of few workers. Bounded are the number of connections, the bytes and the time of each:
// limits.hpp.
class Door {
 public:
  // Answers a request by what it writes to the connection; on any worker. Throws nothing.
  using Serve = std::function<void(Connection&)>;

  explicit Door(Serve serve);
  ~Door();

  // A new connection, whose socket is the door's from now on. Where there are too many, the oldest unfinished one is closed; where all are
  // being answered, the new one.
  void take(int socket);

  // Closes all connections. Workers end with the request that they are at.
  void stop();

 private:
  using Shared = std::shared_ptr<Connection>;

  Serve serve_;
  int wake_;  // an event, for the poll
  std::mutex mutex_;
  std::condition_variable work_;
  bool stopping_ = false;
  std::vector<int> arrived_;
  std::deque<Shared> requests_;
  std::vector<Shared> answered_;
  std::vector<Shared> connections_;  // of the reading thread alone
  std::vector<std::thread> workers_;
  std::thread reader_;

  void run();
  void work();
  void wake();
  void admit(int socket);
  bool drop_oldest();
  void wait_for_clients();
  bool step(const Shared& connection, bool ready);
  std::size_t bodies() const;
};

}  // namespace gough::studio
