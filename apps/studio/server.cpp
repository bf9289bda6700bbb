#include "apps/studio/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <thread>

#include "apps/studio/library.hpp"
#include "apps/studio/page.hpp"

namespace gough::studio {
namespace {

constexpr std::size_t kLargestCommand = 64 << 10, kLargestUpload = 32 << 20;
constexpr int kWorkers = 24, kListeners = 8;  // connections served at once; of them, pages that listen to events
constexpr auto kPatience = std::chrono::milliseconds(2000);

const char* const kJson = "application/json; charset=utf-8";

// A page may load nothing but itself and speak to nobody but this server.
const char* const kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

void refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(Json{{"error", why}}.dump(-1, ' ', false, Json::error_handler_t::replace), kJson);
}

}  // namespace

struct Server::Parts {
  Session& session;
  httplib::Server http;
  int port = 0;
  std::atomic<int> listeners = 0;
  std::atomic<bool> finished = false;

  explicit Parts(Session& s) : session(s) {}

  // A browser that another site has pointed at this address names that site here.
  bool from_here(const httplib::Request& request) const {
    const std::string here[] = {fmt::format("127.0.0.1:{}", port), fmt::format("localhost:{}", port)};
    const auto is_here = [&](const std::string& host) { return host == here[0] || host == here[1]; };
    if (request.get_header_value_count("Host") != 1 || !is_here(request.get_header_value("Host"))) return false;
    if (!request.has_header("Origin")) return true;
    const std::string origin = request.get_header_value("Origin");
    return request.get_header_value_count("Origin") == 1 && origin.starts_with("http://") && is_here(origin.substr(7));
  }

  // Before a body is read: too long ones and those whose length only shows as they come, or as they are unpacked, are not.
  static int body_problem(const httplib::Request& request) {
    if (request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding")) return 415;
    if (request.method == "GET" || request.method == "HEAD") return request.has_header("Content-Length") ? 400 : 0;
    const std::string length = request.get_header_value("Content-Length");
    if (request.get_header_value_count("Content-Length") != 1 || length.empty()) return 411;
    if (length.find_first_not_of("0123456789") != std::string::npos) return 400;
    return length.size() > 9 || std::stoul(length) > kLargestUpload ? 413 : 0;
  }

  // Runs `answer`, whose complaints about the request become its reply.
  template <class Answer>
  static void reply(httplib::Response& response, Answer answer) {
    try {
      response.set_content(answer(), kJson);
    } catch (const InputError& problem) {
      refuse(response, 400, problem.what());
    } catch (const Json::exception&) {
      refuse(response, 400, "the request is not the JSON object it should be");
    }
  }

  static Json parsed(const httplib::Request& request) {
    if (request.body.size() > kLargestCommand) throw InputError({}, "the request is too long");
    return Json::parse(request.body);
  }

  void add_routes() {
    http.Get("/", [](const httplib::Request&, httplib::Response& response) {
      response.set_header("Content-Security-Policy", kPolicy);
      response.set_content(page().data(), page().size(), "text/html; charset=utf-8");
    });
    http.Get("/events", [this](const httplib::Request&, httplib::Response& response) { events(response); });
    http.Get("/files", [this](const httplib::Request&, httplib::Response& response) {
      reply(response, [&] { return recordings_in(session.file().parent_path()).dump(); });
    });
    http.Post("/command", [this](const httplib::Request& request, httplib::Response& response) {
      reply(response, [&] { return session.command(parsed(request)); });
    });
    http.Post("/load", [this](const httplib::Request& request, httplib::Response& response) {
      reply(response, [&] { return load_recording(session, parsed(request).at("file").get<std::string>()); });
    });
    http.Post("/upload", [this](const httplib::Request& request, httplib::Response& response) {
      reply(response, [&] { return read_recording(session, request.body, "uploaded file"); });
    });
  }

  void events(httplib::Response& response) {
    if (listeners.fetch_add(1) >= kListeners) {
      listeners.fetch_sub(1);
      refuse(response, 503, "too many pages are open");
      return;
    }
    auto seen = std::make_shared<Channel::Seen>();
    response.set_header("Cache-Control", "no-store");
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, seen](std::size_t, httplib::DataSink& sink) {
          const std::string text = session.channel().wait(*seen, kPatience);
          if (text.empty()) {
            sink.done();
            return true;
          }
          return sink.write(text.data(), text.size());
        },
        [this](bool) { listeners.fetch_sub(1); });
  }
};

Server::Server(Session& session) : parts_(std::make_unique<Parts>(session)) {
  httplib::Server& http = parts_->http;
  http.new_task_queue = [] { return new httplib::ThreadPool(kWorkers); };
  http.set_payload_max_length(kLargestUpload);
  http.set_read_timeout(5);
  http.set_write_timeout(5);
  http.set_keep_alive_max_count(1);  // one request a connection: the unread body of a refused one can never pass as the next
  http.set_tcp_nodelay(true);
  http.set_socket_options([](socket_t socket) {  // a port in use is in use: no sharing
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  http.set_default_headers(
      {{"X-Content-Type-Options", "nosniff"}, {"Referrer-Policy", "no-referrer"}, {"Cross-Origin-Resource-Policy", "same-origin"}});
  http.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    if (!parts_->from_here(request)) refuse(response, 403, "this server answers only pages it has served itself");
    else if (const int status = Parts::body_problem(request))
      refuse(response, status, "the request is too long, or does not say how long it is");
    else return httplib::Server::HandlerResponse::Unhandled;
    return httplib::Server::HandlerResponse::Handled;
  });
  http.set_exception_handler([](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
    refuse(response, 500, "the request could not be answered");
  });
  parts_->add_routes();
}

Server::~Server() = default;

int Server::bind(int port) {
  httplib::Server& http = parts_->http;
  if (port == 0) port = http.bind_to_any_port("127.0.0.1");
  else if (!http.bind_to_port("127.0.0.1", port)) port = -1;
  if (port < 0) throw InputError({}, "--port: the port is in use or not allowed; leave it out for a free one");
  return parts_->port = port;
}

void Server::run() {
  parts_->http.listen_after_bind();
  parts_->finished = true;
}

void Server::stop() {
  parts_->session.channel().close();
  while (!parts_->http.is_running() && !parts_->finished) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // else it is lost
  parts_->http.stop();
}

}  // namespace gough::studio
