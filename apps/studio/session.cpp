#include "apps/studio/session.hpp"

#include <fmt/format.h>

#include "apps/studio/differences.hpp"
#include "apps/studio/drag.hpp"
#include "apps/studio/regular_file.hpp"
#include "gough/assembly/assembly.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/working_mode.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough::studio {
namespace {

// `size` finite numbers called `key`.
VecX<double> numbers(const Json& request, const char* key, int size) {
  if (!request.contains(key) || !request[key].is_array() || request[key].size() != static_cast<std::size_t>(size))
    throw InputError({}, fmt::format("'{}' needs {} numbers", key, size));
  VecX<double> out(size);
  for (int k = 0; k < size; ++k) {
    if (!request[key][k].is_number()) throw InputError({}, fmt::format("'{}' needs {} numbers", key, size));
    out(k) = request[key][k].get<double>();
    if (!(std::abs(out(k)) < 1e6)) throw InputError({}, fmt::format("'{}' has a number beyond 1e6", key));
  }
  return out;
}

std::size_t count(const Json& request, const char* key, std::size_t below) {
  if (request.contains(key) && request[key].is_number_unsigned())
    if (const auto value = request[key].get<std::uint64_t>(); value < below) return value;
  throw InputError({}, fmt::format("'{}' needs a whole number below {}", key, below));
}

Robot read_robot(const std::filesystem::path& file) {
  constexpr std::size_t kLargest = 4'000'000;
  return assemble(read_robot_text(read_regular(file, kLargest), file.string()));
}

}  // namespace

Session::Session(const std::string& file_or_name) : file_(regular_file(robot_path(file_or_name))) {
  written_ = std::filesystem::last_write_time(file_);
  const std::lock_guard lock(mutex_);
  take(read_robot(file_));
}

void Session::take(Robot robot) {
  robot_.emplace(std::move(robot));
  data_.emplace(*robot_);
  swaying_ = false;
  if (payload_ > 0.0) load_.payload = RigidBody{payload_, robot_->tool, Mat3<double>::Zero()};
  renew_models();
  go_home();
  channel_.publish(Channel::robot, scene_unlocked());
  channel_.publish(Channel::problem, "null");
  publish();
}

// After every change of the robot or of what it carries.
void Session::renew_models() {
  evaluator_ = std::make_shared<const Evaluator>(*robot_, load_);
  maker_.ask(evaluator_);
}

std::shared_ptr<const Evaluator> Session::evaluator() {
  const std::lock_guard lock(mutex_);
  return evaluator_;
}

// By programs if they are there, else by the library from the pose that is shown.
Outcome Session::project_near_here(Pose<double>& pose, MatX<double>& Psi) {
  if (const std::shared_ptr<Models> models = maker_.made()) {
    Pose<double> moved = pose;
    const Outcome outcome = models->project(moved, Psi);
    if (outcome.answered()) {
      pose = moved;
      return outcome;
    }
  }
  KinematicsData<double> there = *data_;
  const Outcome outcome = project(*robot_, pose, there);
  Psi = there.Psi;
  return outcome;
}

void Session::go_home() {
  still();
  moment_.pose = robot_->home;
  data_.emplace(*robot_);
  outcome_ = project(*robot_, moment_.pose, *data_);
  refused_.clear();
}

void Session::still() { moment_.Vr = moment_.dVr = VecX<double>::Zero(robot_->mobility.n); }

// To a pose if it can be taken; else it stays, and says why.
void Session::go(Pose<double> pose) {
  KinematicsData<double> there = *data_;
  const Outcome outcome = project(*robot_, pose, there);
  refused_.clear();
  if (!outcome.has_position()) {
    refused_ = to_string(outcome.status);
    return;
  }
  moment_.pose = pose;
  *data_ = there;
  outcome_ = outcome;
}

void Session::free(const Json& request) { go(pose_from_free(*robot_, numbers(request, "values", robot_->mobility.n))); }

void Session::drag_platform(const Json& request) {
  const Vec3<double> grab = numbers(request, "grab", 3), target = numbers(request, "target", 3);
  const bool turning = request.contains("turning") && request["turning"] == true;
  refused_.clear();
  Pose<double> pose = moment_.pose;
  const Project project_here = [this](Pose<double>& near, MatX<double>& Psi) { return project_near_here(near, Psi); };
  if (const Outcome outcome = drag(*robot_, grab, target, turning, project_here, pose); !outcome.has_position()) {
    refused_ = to_string(outcome.status);
    return;
  }
  go(pose);
}

void Session::motion(const Json& request) {
  const VecX<double> Vr = numbers(request, "velocity", robot_->mobility.n), dVr = numbers(request, "acceleration", robot_->mobility.n);
  moment_.Vr = Vr;
  moment_.dVr = dVr;
}

void Session::mode(const Json& request) {
  const int leg = static_cast<int>(count(request, "leg", robot_->legs.size()));
  KinematicsData<double> there = *data_;
  std::optional<Robot> other = take_working_mode(*robot_, leg, count(request, "mode", 64), there);
  if (!other) throw InputError({}, "this leg has no such working mode here");
  const Outcome outcome = position(*other, moment_.pose, there);
  refused_.clear();
  if (!outcome.has_position()) {
    refused_ = to_string(outcome.status);
    return;
  }
  *robot_ = std::move(*other);
  *data_ = there;
  outcome_ = outcome;
  renew_models();
}

void Session::payload(const Json& request) {
  Json one = {{"mass", Json::array({request.value("mass", Json())})}};
  const double mass = numbers(one, "mass", 1)(0);
  if (mass < 0) throw InputError({}, "'mass' must not be negative");
  payload_ = mass;
  load_.payload = RigidBody{mass, robot_->tool, Mat3<double>::Zero()};
  renew_models();
}

void Session::start_sway(const Json& request) {
  swaying_ = request.contains("on") && request["on"] == true;
  sway_start_ = std::chrono::steady_clock::now();
  sway_from_ = free_coordinates(*robot_, moment_.pose);
  if (!swaying_) still();
}

// Slow waves through the middle of the workspace box, each freedom at its own pace, faded in from where the platform was.
VecX<double> Session::sway_coordinates(double t) const {
  const double x = std::clamp(t / 3.0, 0.0, 1.0), fade = x * x * x * (10.0 + x * (6.0 * x - 15.0));
  VecX<double> out = sway_from_;
  for (int k = 0; k < robot_->mobility.n; ++k) {
    const FreeComponent& c = robot_->mobility.free[k];
    const double wave = 0.5 * (c.min + c.max) + 0.2 * (c.max - c.min) * std::sin(2.0 * kPi * (0.21 + 0.06 * k) * t + k);
    out(k) += fade * (wave - out(k));
  }
  return out;
}

bool Session::swaying() {
  const std::lock_guard lock(mutex_);
  return swaying_;
}

void Session::sway() {
  const std::lock_guard lock(mutex_);
  if (!swaying_) return;
  constexpr double kStep = 1e-3;
  const double t = std::chrono::duration<double>(std::chrono::steady_clock::now() - sway_start_).count();
  const auto pose_at = [&](double time) {
    Pose<double> pose = pose_from_free(*robot_, sway_coordinates(time));
    MatX<double> Psi;
    (void)project_near_here(pose, Psi);
    return pose;
  };
  const Pose<double> first = pose_at(t - kStep), middle = pose_at(t), last = pose_at(t + kStep);
  go(middle);
  const Rates rates = differences(*robot_, first, moment_.pose, last, kStep, kStep);
  if (refused_.empty() && rates.Vr.allFinite() && rates.dVr.allFinite()) {
    moment_.Vr = rates.Vr;
    moment_.dVr = rates.dVr;
  } else {
    still();
  }
  publish();
}

std::string Session::command(const Json& request) {
  const Instant start = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex_);
  if (!request.is_object() || !request.contains("do") || !request["do"].is_string()) throw InputError({}, "a command needs 'do'");
  const std::string what = request["do"];
  if (what != "payload" && what != "sway" && what != "state") swaying_ = false;
  if (what == "free") free(request);
  else if (what == "drag") drag_platform(request);
  else if (what == "motion") motion(request);
  else if (what == "mode") mode(request);
  else if (what == "payload") payload(request);
  else if (what == "sway") start_sway(request);
  else if (what == "home") go_home();
  else if (what != "state") throw InputError({}, fmt::format("no command is called '{}'", what.substr(0, 40)));
  return publish(start);
}

std::string Session::publish(Instant start) {
  Json out = snapshot(*robot_, load_, maker_.made().get(), moment_, outcome_, *data_);
  out["refused"] = refused_;
  out["payload"] = payload_;
  out["swaying"] = swaying_;
  Json modes = Json::array();
  for (std::size_t i = 0; i < robot_->legs.size(); ++i)
    modes.push_back(robot_->legs[i].solver.closed_form ? working_modes(*robot_, static_cast<int>(i), *data_).size()
                                                       : 0);  // 0: a long search
  out["modes"] = modes;
  out["serial"] = ++serial_;
  out["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::string text = out.dump();
  channel_.publish(Channel::state, text);
  return text;
}

std::string Session::scene_unlocked() const {
  Json out = scene(*robot_);
  Json legs = Json::array();
  for (const Leg& leg : robot_->legs) legs.push_back(leg.name);
  out["legs"] = legs;
  out["file"] = file_.filename().string();
  return out.dump();
}

std::string Session::scene_text() {
  const std::lock_guard lock(mutex_);
  return scene_unlocked();
}

void Session::reload_if_changed() {
  std::error_code error;
  const auto written = std::filesystem::last_write_time(file_, error);
  if (error || written == written_) return;
  written_ = written;
  try {
    Robot robot = read_robot(file_);
    const std::lock_guard lock(mutex_);
    take(std::move(robot));
  } catch (const InputError& problem) {
    std::string text = problem.what();  // the folder says nothing that its reader does not know
    const std::string folder = file_.parent_path().string() + "/";
    for (std::size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
    channel_.publish(Channel::problem, Json(text).dump());
  }
}

}  // namespace gough::studio
