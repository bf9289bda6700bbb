#pragma once

namespace gough::command {

// While it lives, Ctrl-C, SIGTERM and SIGHUP ask for an end, so that what was computed can be written; the second of them ends the process.
// A process that was started to survive its terminal (nohup) does.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const;
};

}  // namespace gough::command
