#include "apps/studio/front.hpp"

#include "apps/studio/limits.hpp"

namespace gough::studio {
namespace {

// A request that has come and its reply, as httplib sees them.
class Exchange : public httplib::Stream {
 public:
  explicit Exchange(Connection& connection) : connection_(connection) {}

  bool is_readable() const override { return true; }
  bool is_writable() const override { return connection_.flush(limits::kReplyTime); }
  ssize_t read(char* bytes, std::size_t size) override { return static_cast<ssize_t>(connection_.take(bytes, size)); }
  ssize_t write(const char* bytes, std::size_t size) override { return connection_.write(bytes, size) ? static_cast<ssize_t>(size) : -1; }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return connection_.socket(); }

 private:
  Connection& connection_;
};

// Runs each task where it is given.
class NoQueue : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> task) override { task(); }
  void shutdown() override {}
};

}  // namespace

Front::Front() : door_([this](Connection& connection) { serve(connection); }) {
  new_task_queue = [] { return new NoQueue; };
}

void Front::widen_queue() { ::listen(svr_sock_, static_cast<int>(limits::kConnections)); }

bool Front::process_and_close_socket(socket_t socket) {
  door_.take(socket);
  return true;
}

void Front::serve(Connection& connection) {
  Exchange exchange(connection);
  bool closed = false;
  try {
    process_request(exchange, true, closed, nullptr);
  } catch (const std::exception&) {  // no memory, perhaps: closed without a reply
  }
}

}  // namespace gough::studio
