#include "apps/gough/interruption.hpp"

#include <csignal>

namespace gough::command {
namespace {

constexpr int kEndings[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t end_asked = 0;

// As the system has it; what is ignored stays so.
void restore() {
  for (const int signal : kEndings)
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void hear(int) {
  end_asked = 1;
  restore();
}

}  // namespace

Interruption::Interruption() {
  end_asked = 0;
  for (const int signal : kEndings)
    if (std::signal(signal, hear) == SIG_IGN && signal == SIGHUP) std::signal(signal, SIG_IGN);
}

Interruption::~Interruption() { restore(); }

bool Interruption::asked() const { return end_asked != 0; }

}  // namespace gough::command
