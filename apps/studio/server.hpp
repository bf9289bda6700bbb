#pragma once

#include <memory>

#include "apps/studio/session.hpp"

namespace gough::studio {

// Serves one session to browsers on this machine. Binds to the loopback address only, refuses requests that name another host or come
// from another site's page, and reads no file outside the robot's folder. What clients may take of it is bounded: limits.hpp.
class Server {
 public:
  explicit Server(Session& session);
  ~Server();

  // Port 0 takes a free one. Returns the port; throws InputError where it is taken.
  int bind(int port);

  // Serves until `stop`, from another thread. `stop` waits for no client.
  void run();
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace gough::studio
