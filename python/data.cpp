#include "python/data.hpp"

#include <algorithm>
#include <utility>

namespace gough::python {
namespace {

constexpr int kWorthRecording = 300;  // calls: in the time of so many the library's a program is made
constexpr std::size_t kMostLoads = 4;

}  // namespace

KinematicsData<double>& Data::kinematics() {
  if (fill_) std::exchange(fill_, nullptr)(kinematics_);
  return kinematics_;
}

Data::Loaded& Data::loaded(const MaybeLoad& given) {
  const std::shared_ptr<const Load> load = given ? given->load : nullptr;
  const auto at = std::find_if(loads_.begin(), loads_.end(), [&](const Loaded& l) { return l.load == load; });
  if (at != loads_.end()) {
    loads_.splice(loads_.begin(), loads_, at);
  } else {
    loads_.push_front({load, {}, nullptr});
    if (loads_.size() > kMostLoads) loads_.pop_back();
  }
  return loads_.front();
}

Data::Programs* Data::programs(Model model, Formulation formulation, const MaybeLoad& load) {
  Loaded& own = loaded(load);
  if (own.calls[{model, formulation}] < kWorthRecording) return nullptr;
  if (!own.programs) own.programs = std::make_unique<Programs>(*robot, own.load ? *own.load : Load{});
  return own.programs.get();
}

ForwardFinder* Data::forward() {
  if (forward_calls_ < kWorthRecording) return nullptr;
  if (!forward_) forward_ = std::make_unique<ForwardFinder>(*robot);
  return forward_.get();
}

}  // namespace gough::python
