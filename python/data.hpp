#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>

#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/forward_finder.hpp"

namespace gough::python {

// What a robot carries, with the robot whose tool point and bodies it means.
struct RobotLoad {
  std::shared_ptr<const Robot> robot;
  std::shared_ptr<const Load> load;
};
using MaybeLoad = std::optional<RobotLoad>;

// The data of one state, with its robot kept alive, and the last outcome. Whoever asks for the same model again and again is answered by
// its program; the first few calls, in which one could not be made ready, are the library's.
class Data {
 public:
  std::shared_ptr<const Robot> robot;
  DynamicsData<double> dynamics;
  Outcome outcome;

  explicit Data(std::shared_ptr<const Robot> r) : robot(std::move(r)), dynamics(*robot), kinematics_(*robot) {}

  // Everything about the state of the last call.
  KinematicsData<double>& kinematics();

  // Leaves the kinematics of a state that a program has answered to who asks for them: `fill` has the library fill them.
  void fill_later(std::function<void(KinematicsData<double>&)> fill) { fill_ = std::move(fill); }

  // An Evaluator with this load, and its caller's memory.
  struct Programs {
    Programs(const Robot& robot, const Load& load) : evaluator(robot, load), memory(evaluator), finder(evaluator.robot()) {}
    Evaluator evaluator;
    Evaluator::Memory memory;
    PoseFinder finder;
  };

  // Nothing until the library has answered for this model often enough, which `count` tells.
  Programs* programs(Model model, Formulation formulation, const MaybeLoad& load);
  void count(Model model, Formulation formulation, const MaybeLoad& load) { ++loaded(load).calls[{model, formulation}]; }

  // The same for forward geometry.
  ForwardFinder* forward();
  void count_forward() { ++forward_calls_; }

 private:
  struct Loaded {
    std::shared_ptr<const Load> load;  // nothing: none
    std::map<std::pair<Model, Formulation>, int> calls;
    std::unique_ptr<Programs> programs;
  };
  KinematicsData<double> kinematics_;
  std::function<void(KinematicsData<double>&)> fill_;
  std::list<Loaded> loads_;  // those asked for last come first
  int forward_calls_ = 0;
  std::unique_ptr<ForwardFinder> forward_;

  Loaded& loaded(const MaybeLoad& load);
};

}  // namespace gough::python
