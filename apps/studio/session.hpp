#pragma once

#include <filesystem>
#include <optional>

#include "apps/studio/channel.hpp"
#include "apps/studio/snapshot.hpp"

namespace gough::studio {

// One robot being looked at: where it is, what it carries, which working modes its legs are in. Every page shows the same session;
// changes go to all of them through the channel. Safe to call from any thread.
class Session {
 public:
  // Throws InputError.
  explicit Session(const std::string& file_or_name);

  // A page's request; its answer is the new state. Throws InputError for one that makes no sense.
  std::string command(const Json& request);

  std::string scene_text();
  Channel& channel() { return channel_; }
  const std::filesystem::path& file() const { return file_; }

  // Reads the robot file again if it has changed. A file with an error is reported and the last good robot stays.
  void reload_if_changed();

  // Moves on along the sway, if it is on.
  bool swaying();
  void sway();

  // Of the robot as it is now, with what it carries.
  std::shared_ptr<const Evaluator> evaluator();

 private:
  using Instant = std::chrono::steady_clock::time_point;

  std::mutex mutex_;
  std::filesystem::path file_;
  std::filesystem::file_time_type written_;
  Channel channel_;
  std::optional<Robot> robot_;
  std::optional<KinematicsData<double>> data_;
  Load load_;
  std::shared_ptr<const Evaluator> evaluator_;
  ModelsMaker maker_;
  Moment moment_;
  Outcome outcome_;
  std::string refused_;  // why the last request could not be followed
  std::uint64_t serial_ = 0;
  double payload_ = 0.0;
  bool swaying_ = false;
  Instant sway_start_;
  VecX<double> sway_from_;

  void take(Robot robot);
  void renew_models();
  Outcome project_near_here(Pose<double>& pose, MatX<double>& Psi);
  void go_home();
  void go(Pose<double> pose);
  void still();
  void free(const Json& request);
  void drag_platform(const Json& request);
  void motion(const Json& request);
  void mode(const Json& request);
  void payload(const Json& request);
  void start_sway(const Json& request);
  VecX<double> sway_coordinates(double t) const;
  std::string publish(Instant start = std::chrono::steady_clock::now());  // `start`: of the work that led here
  std::string scene_unlocked() const;
};

}  // namespace gough::studio
