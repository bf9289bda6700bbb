#include "apps/studio/connection.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "apps/studio/limits.hpp"
#include "apps/studio/snapshot.hpp"

namespace gough::studio {
namespace {

bool only_for_now() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

Connection::Connection(int socket) : deadline(since + limits::kRequestTime), socket_(socket) {}

Connection::~Connection() { ::close(socket_); }

bool Connection::read_on() {
  char bytes[64 << 10];
  const ssize_t got = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
  if (got <= 0) return got < 0 && only_for_now();
  const std::size_t before = in_.size();
  in_.append(bytes, static_cast<std::size_t>(got));
  if (!has_head_) look_for_head(before);
  if (complete()) in_.resize(head_.body);  // one request for each connection: what follows is none
  return true;
}

void Connection::look_for_head(std::size_t before) {
  const std::size_t blank = in_.find("\r\n\r\n", before < 3 ? 0 : before - 3);
  if (blank == std::string::npos) {
    if (in_.size() > limits::kFirstLine && in_.find("\r\n") > limits::kFirstLine) refuse(414, "the address is too long");
    else if (in_.size() > limits::kHead) refuse(431, "the request has too much before its body");
    return;
  }
  head_ = read_head(std::string_view(in_).substr(0, blank + 4));
  if (head_.status != 0) return refuse(head_.status, head_.why);
  has_head_ = true;
  in_.erase(0, blank + 4);
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  if (head_.waits && !complete()) write(kContinue.data(), kContinue.size());
}

std::size_t Connection::take(char* bytes, std::size_t size) {
  std::size_t got = 0;
  for (const std::string* part : {&head_.text, &in_}) {
    const std::size_t start = part == &in_ ? head_.text.size() : 0, offset = taken_ - start;
    if (taken_ < start || offset >= part->size()) continue;
    const std::size_t count = std::min(size - got, part->size() - offset);
    std::memcpy(bytes + got, part->data() + offset, count);
    got += count;
    taken_ += count;
  }
  return got;
}

bool Connection::write(const char* bytes, std::size_t size) {
  out_.append(bytes, size);
  return send_some();
}

bool Connection::send_some() {
  std::size_t sent = 0;
  while (sent < out_.size()) {
    const ssize_t count = ::send(socket_, out_.data() + sent, out_.size() - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && !only_for_now()) return false;
    if (count < 0) break;
    sent += static_cast<std::size_t>(count);
  }
  out_.erase(0, sent);
  return true;
}

bool Connection::flush(std::chrono::milliseconds patience) {
  const Clock::time_point end = Clock::now() + patience;
  while (send_some() && !out_.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready{socket_, POLLOUT, 0};
    if (left <= 0 || (::poll(&ready, 1, static_cast<int>(left)) < 0 && errno != EINTR)) return false;
  }
  return out_.empty();
}

void Connection::refuse(int status, const std::string& why) {
  const std::string body = Json{{"error", why}}.dump();
  const std::string text = fmt::format(
      "HTTP/1.1 {} Refused\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\nX-Content-Type-Options: nosniff\r\n"
      "Connection: close\r\n\r\n{}",
      status, body.size(), body);
  write(text.data(), text.size());
  start_reply(limits::kFarewell);
}

void Connection::start_reply(Clock::duration patience) {
  in_ = {};
  head_ = {};
  has_head_ = false;
  stage = Stage::reply;
  deadline = Clock::now() + patience;
}

bool Connection::step() {
  if (stage == Stage::request && !read_on()) return false;
  if (stage == Stage::reply) {
    if (!send_some()) return false;
    if (!out_.empty()) return true;
    ::shutdown(socket_, SHUT_WR);  // and what the client may still be sending is thrown away: a reset would take the reply from it
    stage = Stage::farewell;
    deadline = Clock::now() + limits::kFarewell;
  }
  if (stage == Stage::farewell) {
    char bytes[64 << 10];
    const ssize_t got = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
    return got > 0 || (got < 0 && only_for_now());
  }
  return true;
}

}  // namespace gough::studio
