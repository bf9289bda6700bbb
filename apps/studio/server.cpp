#include "apps/studio/server.hpp"

#include <fmt/format.h>

#include <atomic>
#include <thread>

#include "apps/studio/front.hpp"
#include "apps/studio/library.hpp"
#include "apps/studio/limits.hpp"
#include "apps/studio/page.hpp"

namespace gough::studio {
namespace {

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
  int port = 0;
  std::atomic<std::size_t> listeners = 0;
  std::atomic<bool> finished = false;
  std::mutex recording;  // held while one is read, which takes many times its size
  Front http;

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

  // Browsers also say whose page asks. Another site's may lead to this page, as a link does, and do nothing else.
  static bool from_this_site(const httplib::Request& request) {
    if (!request.has_header("Sec-Fetch-Site")) return true;
    if (request.get_header_value_count("Sec-Fetch-Site") != 1) return false;
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    if (site == "same-origin" || site == "none") return true;
    const bool is_link =
        request.get_header_value("Sec-Fetch-Mode") == "navigate" && request.get_header_value("Sec-Fetch-Dest") == "document";
    return (site == "same-site" || site == "cross-site") && is_link && request.method == "GET" && request.path == "/";
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

  static Json parsed(const httplib::Request& request) { return Json::parse(request.body); }

  // One recording at a time.
  template <class Answer>
  void reply_with_recording(httplib::Response& response, Answer answer) {
    const std::unique_lock lock(recording, std::try_to_lock);
    if (lock.owns_lock()) reply(response, answer);
    else refuse(response, 503, "another recording is being read; try again");
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
      reply_with_recording(response, [&] { return load_recording(session, parsed(request).at("file").get<std::string>()); });
    });
    http.Post("/upload", [this](const httplib::Request& request, httplib::Response& response) {
      reply_with_recording(response, [&] { return read_recording(session, request.body, "uploaded file"); });
    });
  }

  void events(httplib::Response& response) {
    if (listeners.fetch_add(1) >= limits::kListeners) {
      listeners.fetch_sub(1);
      refuse(response, 503, "too many pages are open");
      return;
    }
    auto seen = std::make_shared<Channel::Seen>();
    response.set_header("Cache-Control", "no-store");
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, seen](std::size_t, httplib::DataSink& sink) {
          if (!sink.is_writable()) return false;  // it has not taken the last ones
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
  http.set_payload_max_length(limits::kUpload);
  http.set_tcp_nodelay(true);
  http.set_socket_options([](socket_t socket) {  // a port in use is in use: no sharing
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  http.set_default_headers(
      {{"X-Content-Type-Options", "nosniff"}, {"Referrer-Policy", "no-referrer"}, {"Cross-Origin-Resource-Policy", "same-origin"}});
  http.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    if (parts_->from_here(request) && Parts::from_this_site(request)) return httplib::Server::HandlerResponse::Unhandled;
    refuse(response, 403, "this server answers only pages it has served itself");
    return httplib::Server::HandlerResponse::Handled;
  });
  http.set_exception_handler([](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
    refuse(response, 500, "the request could not be answered");
  });
  parts_->add_routes();
}

Server::~Server() = default;

int Server::bind(int port) {
  Front& http = parts_->http;
  if (port == 0) port = http.bind_to_any_port("127.0.0.1");
  else if (!http.bind_to_port("127.0.0.1", port)) port = -1;
  if (port < 0) throw InputError({}, "--port: the port is in use or not allowed; leave it out for a free one");
  http.widen_queue();
  return parts_->port = port;
}

void Server::run() {
  parts_->http.listen_after_bind();
  parts_->finished = true;
}

void Server::stop() {
  parts_->session.channel().close();
  parts_->http.stop_clients();
  while (!parts_->http.is_running() && !parts_->finished) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // else it is lost
  parts_->http.stop();
}

}  // namespace gough::studio
