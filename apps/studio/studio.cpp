#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include "apps/gough/command.hpp"
#include "apps/studio/server.hpp"

extern char** environ;

namespace gough::command {
namespace {

struct Options {
  std::string robot;
  int port = 0;
  bool no_open = false;
};

// Quietly: the address stands on the terminal too.
void open_browser(const std::string& address) {
  std::string program = "xdg-open", argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (int stream : {1, 2}) posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  if (posix_spawnp(&child, "xdg-open", &quiet, nullptr, arguments, environ) == 0)
    std::thread([child] { waitpid(child, nullptr, 0); }).detach();
  posix_spawn_file_actions_destroy(&quiet);
}

// 60 times a second while the robot sways, else five: has the file changed?
void keep_time(studio::Session& session, const std::atomic<bool>& ended) {
  using namespace std::chrono;
  auto next = steady_clock::now(), look = next;
  while (!ended) {
    const bool swaying = session.swaying();
    if (swaying) session.sway();
    if (steady_clock::now() >= look) {
      session.reload_if_changed();
      look = steady_clock::now() + milliseconds(200);
    }
    next += swaying ? microseconds(16667) : microseconds(50000);
    if (next < steady_clock::now() - milliseconds(100)) next = steady_clock::now();  // small delays are made up for
    std::this_thread::sleep_until(next);
  }
}

// Blocks Ctrl-C and its like in this thread and those it starts: they are waited for.
sigset_t block_endings() {
  sigset_t endings;
  sigemptyset(&endings);
  sigaddset(&endings, SIGINT);
  sigaddset(&endings, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &endings, nullptr);
  return endings;
}

// Runs `end`, but where it takes long, as a file or a computation may, the process ends without it. Nothing is being written.
template <class End>
void end_within(std::chrono::milliseconds patience, End end) {
  std::promise<void> promise;
  std::thread ending([&] {
    end();
    promise.set_value();
  });
  if (promise.get_future().wait_for(patience) == std::future_status::timeout) std::_Exit(kOk);
  ending.join();
}

int serve(const Options& o) {
  const sigset_t endings = block_endings();
  std::optional<studio::Session> session(o.robot);
  std::optional<studio::Server> server(*session);
  const std::string address = fmt::format("http://127.0.0.1:{}/", server->bind(o.port));
  std::atomic<bool> ended = false;
  std::thread clock([&] { keep_time(*session, ended); });
  std::thread serving([&] { server->run(); });
  fmt::print("{} at {}\nCtrl-C ends it\n", session->file().filename().string(), address);
  std::fflush(stdout);
  if (!o.no_open) open_browser(address);
  int signal = 0;
  sigwait(&endings, &signal);
  ended = true;
  end_within(std::chrono::milliseconds(500), [&] {
    server->stop();
    serving.join();
    clock.join();
    server.reset();
    session.reset();
  });
  return kOk;
}

}  // namespace

void add_studio(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "studio", "The robot in the browser: drag it and watch its efforts");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name; the page follows its edits").required();
  sub.number("--port", o->port, 1, 65535, "port on the loopback address; a free one if absent");
  sub.flag("--no-open", o->no_open, "only print the address");
  sub.footer("Examples:\n  gough studio delta\n  gough studio my_robot.toml --port 8080 --no-open");
  sub.callback([=, &exit_code] { exit_code = serve(*o); });
}

}  // namespace gough::command
