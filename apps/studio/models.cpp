#include "apps/studio/models.hpp"

#include <algorithm>

#include "apps/gough/state_dynamics.hpp"

namespace gough::studio {
namespace {

constexpr std::chrono::milliseconds kQuiet(200);  // a slider that is being moved asks for new ones all the time

}  // namespace

Models::Models(std::shared_ptr<const Evaluator> evaluator)
    : evaluator_(std::move(evaluator)),
      memory_(*evaluator_),
      finder_(evaluator_->robot()),
      Jinv_(evaluator_->robot().actuators.size(), evaluator_->robot().mobility.n) {
  for (Formulation f : kFormulations)
    if (command::has_inverse_dynamics(evaluator_->robot(), evaluator_->load(), f)) evaluator_->ready(Model::idm, f);
  for (Model model : {Model::jacobian, Model::mobility}) evaluator_->ready(model);
}

Outcome Models::project(Pose<double>& pose, MatX<double>& Psi) {
  const Outcome found = finder_({pose, false}, pose);
  if (!found.answered()) return found;
  const Outcome outcome = evaluator_->jacobian(pose, memory_, Jinv_);
  Psi.resize(evaluator_->robot().nacelle.freedoms(), evaluator_->robot().mobility.n);
  const Outcome moving = evaluator_->mobility(pose, memory_, Psi);
  return moving.answered() ? outcome : moving;
}

ModelsMaker::ModelsMaker() : thread_([this] { work(); }) {}

ModelsMaker::~ModelsMaker() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ModelsMaker::ask(std::shared_ptr<const Evaluator> evaluator) {
  const bool closed = evaluator->robot().has_closed_forms();
  {
    const std::lock_guard lock(mutex_);
    ++asked_;
    made_.reset();
    wanted_ = closed ? std::move(evaluator) : nullptr;
  }
  changed_.notify_all();
}

std::shared_ptr<Models> ModelsMaker::made() {
  const std::lock_guard lock(mutex_);
  return made_;
}

void ModelsMaker::work() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    if (!wanted_) {
      changed_.wait(lock);
      continue;
    }
    const std::uint64_t number = asked_;
    if (changed_.wait_for(lock, kQuiet, [&] { return over_ || asked_ != number; })) continue;
    const std::shared_ptr<const Evaluator> evaluator = std::move(wanted_);
    lock.unlock();
    auto models = std::make_shared<Models>(evaluator);
    lock.lock();
    if (asked_ == number) made_ = std::move(models);
  }
}

}  // namespace gough::studio
