#pragma once

#include <chrono>
#include <string>

#include "apps/studio/request_head.hpp"

namespace gough::studio {

// One client: its request as it comes, its reply as it goes. Closes its socket when it goes out of scope. Nothing here blocks but `flush`.
class Connection {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Stage { request, served, reply, farewell };

  explicit Connection(int socket);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Takes what has come of the request. Refuses it, or is `complete` after that, or needs more; false where the client has gone.
  bool read_on();
  bool complete() const { return has_head_ && in_.size() >= head_.body; }

  // Bytes of the request, each once: fewer than asked for at its end.
  std::size_t take(char* bytes, std::size_t size);

  // Adds to the reply and sends what fits; false where the client has gone.
  bool write(const char* bytes, std::size_t size);

  // Sends what is left of the reply, waiting at most so long. True if all of it has gone.
  bool flush(std::chrono::milliseconds patience);

  // A reply without the server, which ends the request.
  void refuse(int status, const std::string& why);

  // On to the reply, whose rest is still to be sent, with the request forgotten.
  void start_reply(Clock::duration patience);

  // What its socket is ready for, by its stage; false where it is to be closed.
  bool step();
  bool late(Clock::time_point now) const { return now >= deadline; }

  std::size_t body() const { return has_head_ ? head_.body : 0; }
  int socket() const { return socket_; }

  Stage stage = Stage::request;
  Clock::time_point since = Clock::now(), deadline;

 private:
  int socket_;
  bool has_head_ = false;
  RequestHead head_;
  std::size_t taken_ = 0;  // of head and body
  std::string in_, out_;

  void look_for_head(std::size_t before);
  bool send_some();
};

}  // namespace gough::studio
