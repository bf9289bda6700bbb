#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>

#include "gough/model/input_error.hpp"
#include "tests/fuzz/formats.hpp"
#include "tests/fuzz/mutation.hpp"

// Feeds changed files of every format to the library, in this process, without a fuzzing engine.
//   gough_fuzz --source FOLDER [--inputs N] [--seed S] [--format NAME] [--only K] [--keep FILE]
// Input K of a seed is always the same; --only K runs it alone. The input at work is kept in FILE: after a crash it is the culprit.
namespace {

using namespace gough;
namespace fs = std::filesystem;

constexpr double kSlow = 10.0;       // s of processor time for one input
constexpr long kEndless = 60;        // s of processor time at which it is stopped
constexpr unsigned kAsleep = 1800;   // s by the clock: it waits for something that never comes, however busy the machine
constexpr std::size_t kMany = 5000;  // inputs of a format at which every tenth of them is told

struct Options {
  fs::path source, keep = "gough_fuzz_input";
  std::size_t inputs = 3000;
  std::uint64_t seed = 1;
  std::string format;
  long only = -1;
};

struct Tally {
  std::size_t used = 0, refused = 0, found = 0;
  double slowest = 0.0;  // s of processor time
  std::size_t slowest_index = 0;
};

bool number_of(const char* text, auto& out) {
  const char* end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, out);
  return error == std::errc() && rest == end;
}

bool parse(int argc, char** argv, Options& o) {
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string name = argv[k];
    bool fine = true;
    if (name == "--source") o.source = argv[k + 1];
    else if (name == "--keep") o.keep = argv[k + 1];
    else if (name == "--format") o.format = argv[k + 1];
    else if (name == "--inputs") fine = number_of(argv[k + 1], o.inputs);
    else if (name == "--seed") fine = number_of(argv[k + 1], o.seed);
    else if (name == "--only") fine = number_of(argv[k + 1], o.only);
    else fine = false;
    if (!fine) return false;
  }
  return argc % 2 == 1 && !o.source.empty();
}

std::string shown_input(const fuzz::Format& format, const Options& o, std::size_t index) {
  return fmt::format("--format {} --seed {} --only {}", format.name, o.seed, index);
}

// Ends the run at an input that does not end, and says which it was.
class Watchdog {
 public:
  explicit Watchdog(const std::string& input) {
    message_ = input + ": does not end\n";
    std::signal(SIGPROF, stop);
    std::signal(SIGALRM, stop);
    set(kEndless, kAsleep);
  }
  ~Watchdog() { set(0, 0); }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  inline static std::string message_;

  static void set(long processor, unsigned clock) {
    const itimerval timer{{0, 0}, {processor, 0}};
    ::setitimer(ITIMER_PROF, &timer, nullptr);
    ::alarm(clock);
  }

  static void stop(int) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message_.data(), message_.size());
    ::_exit(1);
  }
};

class Driver {
 public:
  Driver(const Options& options, const fs::path& scratch) : o_(options), all_(fuzz::formats(options.source, scratch)) {}

  int run() {
    std::size_t found = 0;
    const bool known = o_.format.empty() || std::any_of(all_.begin(), all_.end(), [&](const auto& f) { return f.name == o_.format; });
    if (!known) return fmt::print(stderr, "there is no format '{}'\n", o_.format), 2;
    for (const fuzz::Format& format : all_) {
      if (!o_.format.empty() && format.name != o_.format) continue;
      const Tally tally = run(format);
      fmt::print("{:<10} {} used, {} refused, {} found, slowest {:.2f} s (--only {})\n", format.name, tally.used, tally.refused,
                 tally.found, tally.slowest, tally.slowest_index);
      std::fflush(stdout);
      found += tally.found;
    }
    return found == 0 ? 0 : 1;
  }

 private:
  Options o_;
  std::vector<fuzz::Format> all_;

  Tally run(const fuzz::Format& format) {
    Tally tally;
    std::vector<std::string> texts;
    for (const fuzz::Sample& s : format.corpus) texts.push_back(s.text);
    const fuzz::Mutator mutator(texts);
    const std::size_t count = o_.format.empty() ? o_.inputs / all_.size() : o_.inputs;
    const std::size_t first = o_.only >= 0 ? static_cast<std::size_t>(o_.only) : 0, end = o_.only >= 0 ? first + 1 : count;
    for (std::size_t index = first; index < end; ++index) {
      std::seed_seq seeds{o_.seed, static_cast<std::uint64_t>(index), static_cast<std::uint64_t>(format.name.size())};
      std::mt19937_64 random(seeds);
      const std::size_t size = format.corpus.size();
      const fuzz::Sample& sample = format.corpus[index % size];
      // the files themselves come first
      const std::string text = index < size ? sample.text : mutator.mutated(sample.text, format.corpus[random() % size].text, random);
      use(format, sample.robot, text, index, tally);
      if (count >= kMany && (index + 1) % (count / 10) == 0) fmt::print(stderr, "{}: {} of {}\n", format.name, index + 1, count);
    }
    return tally;
  }

  void use(const fuzz::Format& format, const std::string& robot, const std::string& text, std::size_t index, Tally& tally) {
    std::ofstream(o_.keep, std::ios::binary) << text;
    const std::clock_t begin = std::clock();
    std::string what;
    try {
      const Watchdog watchdog(shown_input(format, o_, index));
      format.use(robot, text);
      ++tally.used;
    } catch (const InputError& error) {
      ++tally.refused;
      if (index < format.corpus.size()) what = std::string("a good file is refused: ") + error.what();
      if (std::strchr(error.what(), '\n')) what = std::string("a message of more than one line: ") + error.what();
    } catch (const std::exception& error) {
      what = error.what();
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (seconds > tally.slowest) tally.slowest = seconds, tally.slowest_index = index;
    if (seconds > kSlow) what = fmt::format("took {:.1f} s of processor time", seconds);
    if (what.empty()) return;
    ++tally.found;
    fmt::print(stderr, "{}: {}\n", shown_input(format, o_, index), what);
    std::ofstream(fmt::format("{}.{}.{}", o_.keep.string(), format.name, index), std::ios::binary) << text;
  }
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    fmt::print(stderr, "gough_fuzz --source FOLDER [--inputs N] [--seed S] [--format NAME] [--only K] [--keep FILE]\n");
    return 2;
  }
  std::string scratch = (fs::temp_directory_path() / "gough_fuzz.XXXXXX").string();
  if (!::mkdtemp(scratch.data())) return 2;
  if (options.keep == "gough_fuzz_input") options.keep = fs::path(scratch) / "input";
  const int code = Driver(options, scratch).run();
  std::error_code error;
  if (code == 0) fs::remove_all(scratch, error);
  else fmt::print(stderr, "the inputs are in {}\n", scratch);
  return code;
}
