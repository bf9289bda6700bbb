#pragma once

#include <httplib.h>

#include "apps/studio/door.hpp"

namespace gough::studio {

// httplib's routes and replies, without its reading: requests come through the door, whole and bounded.
class Front : public httplib::Server {
 public:
  Front();

  // After binding: as many may wait to be accepted as are served. Five, httplib's number, make a burst of clients wait for seconds.
  void widen_queue();

  void stop_clients() { door_.stop(); }

 private:
  Door door_;

  // Called for each new connection by the thread that accepts them.
  bool process_and_close_socket(socket_t socket) override;
  void serve(Connection& connection);
};

}  // namespace gough::studio
