// Requests that are nearly proper, cut, changed or sent in pieces, by clients that leave early. However many there are, the server answers
// afterwards, its memory stays bounded and no request hangs.
//   gough_http_fuzz [REQUESTS [SEED [MEGABYTES]]]
#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <random>
#include <thread>

#include "apps/studio/server.hpp"

namespace gough::studio {
namespace {

constexpr int kClients = 6, kHang = 60000;  // ms

using Random = std::mt19937_64;

std::size_t below(std::size_t n, Random& random) { return n == 0 ? 0 : random() % n; }

template <std::size_t n>
std::string one_of(const char* const (&choices)[n], Random& random) {
  return choices[below(n, random)];
}

std::string noise(std::size_t size, Random& random) {
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  while (count-- > 0) out += text;
  return out;
}

// Headers that a server may stumble over.
std::string odd_header(Random& random) {
  switch (below(12, random)) {
    case 0: return "Range: bytes=" + repeated("0-,", below(2500, random)) + "0-\r\n";
    case 1: return repeated("a: b\r\n", below(4000, random));
    case 2: return "X: " + std::string(below(40000, random), 'x') + "\r\n";
    case 3: return "Transfer-Encoding: chunked\r\n";
    case 4: return "Content-Length: " + one_of({"-1", "99999999999999999999", "0x10", "", "1 1", "33554433", "7"}, random) + "\r\n";
    case 5: return "Expect: 100-continue\r\n";
    case 6: return "Content-Type: multipart/form-data; boundary=" + noise(below(80, random), random) + "\r\n";
    case 7: return "Sec-Fetch-Site: " + one_of({"cross-site", "same-site", "same-origin", "none", "?"}, random) + "\r\n";
    case 8: return "Accept-Encoding: br, gzip\r\nConnection: keep-alive\r\n";
    case 9: return " folded\r\n";
    case 10: return noise(below(60, random), random) + "\r\n";
    default: return "Host: evil.example\r\n";
  }
}

std::string a_body(Random& random) {
  if (below(8, random) == 0) return noise(below(100000, random), random);
  if (below(20, random) == 0) return repeated("[", below(70000, random));
  return one_of(
      {R"({"do":"home"})", R"({"do":"state"})", R"({"do":"free","values":[0.01,0.02,-0.7]})", R"({"do":"sway","on":true})",
       R"({"do":"drag","grab":[0,0,0],"target":[0.1,0,-0.7]})", R"({"do":"payload","mass":1})", R"({"do":"mode","leg":1,"mode":1})",
       R"({"do":"motion","velocity":[1,0,0],"acceleration":[0,1,0]})", R"({"file":"delta.toml"})", R"({"file":"../x.csv"})",
       "t,x,y,z\n0,0,0,-0.7\n1,0.1,0,-0.7\n2,0.1,0.1,-0.7\n", "t,x,y,z\n0,nan,0,0\n", "", "null", "{\"do\":"},
      random);
}

std::string a_request(int port, Random& random) {
  const std::string method = one_of({"GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PRI", "get", ""}, random);
  std::string target = one_of(
      {"/", "/events", "/files", "/command", "/command", "/load", "/upload", "/?a=b&c", "/..%2f", "*", "http://x/", "/%00%zz"}, random);
  if (below(30, random) == 0) target += std::string(below(20000, random), 'a');
  const std::string body = method == "POST" ? a_body(random) : "";
  std::string out = method + " " + target + " " + one_of({"HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9", ""}, random) + "\r\n";
  if (below(10, random) > 0) out += fmt::format("Host: 127.0.0.1:{}\r\n", port);
  if (method == "POST" && below(10, random) > 0) out += fmt::format("Content-Length: {}\r\n", body.size());
  for (std::size_t k = below(3, random); k > 0; --k) out += odd_header(random);
  out += "\r\n" + body;
  if (below(3, random) == 0)
    for (std::size_t k = below(8, random); k > 0; --k) out[below(out.size(), random)] = static_cast<char>(random());
  if (below(6, random) == 0) out.resize(below(out.size() + 1, random));
  if (below(20, random) == 0) out += a_request(port, random);
  return out;
}

// A client's end of a connection.
class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool connected() const { return connected_; }
  void send(const std::string& bytes) const {
    if (!bytes.empty()) ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  void end_sending() const { ::shutdown(socket_, SHUT_WR); }
  void leave_abruptly() const {
    const linger now{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  }

  // The reply until the server closes, or `enough` bytes of it. Sets `hangs` where neither comes.
  std::string reply(std::size_t enough, bool& hangs) const {
    std::string out;
    char bytes[16384];
    while (out.size() < enough) {
      pollfd ready{socket_, POLLIN, 0};
      if (::poll(&ready, 1, kHang) <= 0) {
        hangs = true;
        break;
      }
      const ssize_t got = ::recv(socket_, bytes, sizeof bytes, 0);
      if (got <= 0) break;
      out.append(bytes, static_cast<std::size_t>(got));
    }
    return out;
  }

 private:
  int socket_;
  bool connected_ = false;
};

// Sends one request in some way; false, with a message, where the reply is none.
bool attack(int port, Random& random) {
  const std::string request = a_request(port, random);
  const Client client(port);
  if (!client.connected()) return true;  // full: that is an answer
  const std::size_t cut = below(4, random) == 0 ? below(request.size() + 1, random) : request.size();
  client.send(request.substr(0, cut));
  if (cut < request.size()) std::this_thread::yield();
  client.send(request.substr(cut));
  if (below(10, random) == 0) client.leave_abruptly();
  if (below(5, random) == 0) return true;  // leaves without reading
  client.end_sending();                    // else a cut request is waited for, as it should be
  bool hangs = false;
  const bool streams = request.find("/events") != std::string::npos;
  const std::string reply = client.reply(streams ? 1 : 4 << 20, hangs);
  if (!hangs && (reply.empty() || reply.starts_with("H"))) return true;
  fmt::print("{} after:\n{}\n", hangs ? "no reply" : "an odd reply", request.substr(0, 2000));
  return false;
}

std::string ask(int port, const std::string& request) {
  const Client client(port);
  client.send(request);
  bool hangs = false;
  return client.reply(64 << 20, hangs);
}

// Proper requests get their replies.
bool in_order(int port) {
  const std::string host = fmt::format("Host: 127.0.0.1:{}\r\n", port), command = R"({"do":"home"})";
  const std::string page = ask(port, "GET / HTTP/1.1\r\n" + host + "\r\n");
  const std::string state =
      ask(port, fmt::format("POST /command HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{}", host, command.size(), command));
  return page.starts_with("HTTP/1.1 200") && page.find("</html>") != std::string::npos && state.starts_with("HTTP/1.1 200") &&
         state.find(R"("efforts")") != std::string::npos;
}

double megabytes_in_use() {
  std::ifstream in("/proc/self/statm");
  double all = 0.0, resident = 0.0;
  in >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// Requests from many clients at once. Returns how many went wrong.
int attack_many(int port, int requests, std::uint64_t seed) {
  std::atomic<int> next = 0, bad = 0;
  std::vector<std::thread> clients;
  for (int k = 0; k < kClients; ++k)
    clients.emplace_back([&] {
      for (int i; (i = next++) < requests;) {
        Random random(seed + static_cast<std::uint64_t>(i));
        if (!attack(port, random)) ++bad;
      }
    });
  for (std::thread& client : clients) client.join();
  return bad;
}

int fuzz(int requests, std::uint64_t seed, double megabytes) {
  Session session("delta");
  Server server(session);
  const int port = server.bind(0);
  std::thread serving([&] { server.run(); });
  int bad =
      attack_many(port, requests / 10, seed + static_cast<std::uint64_t>(requests)) + !in_order(port);  // threads and buffers are there now
  const double before = megabytes_in_use();
  bad += attack_many(port, requests, seed);
  const bool well = in_order(port);
  const double growth = megabytes_in_use() - before;
  server.stop();
  serving.join();
  fmt::print("{} requests from seed {}: {} went wrong, {:.1f} MB more than before{}\n", requests, seed, bad, growth,
             well ? "" : ", not in order");
  return bad == 0 && well && growth < megabytes ? 0 : 1;
}

}  // namespace
}  // namespace gough::studio

int main(int argc, char** argv) {
  const int requests = argc > 1 ? std::atoi(argv[1]) : 20000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  return gough::studio::fuzz(requests, seed, argc > 3 ? std::atof(argv[3]) : 100.0);
}
