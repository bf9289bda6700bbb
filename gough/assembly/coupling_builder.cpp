#include "gough/assembly/coupling_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/model/did_you_mean.hpp"

namespace gough {
namespace {

constexpr double kLeastRatio = 0.25;  // of a revolute that is followed: it turns at most half a turn from home

class CouplingBuilder {
 public:
  explicit CouplingBuilder(LegDrawing& drawing) : drawing_(drawing), leg_(drawing.drawn.leg) {}

  void build() {
    for (std::size_t k = 0; k < drawing_.spec.joint.size(); ++k)
      if (const JointSpec& spec = drawing_.spec.joint[k]; !spec.follows.empty()) add(spec, drawing_.carriers[k]);
    order();
  }

 private:
  LegDrawing& drawing_;
  Leg& leg_;
  std::vector<Place> places_;

  int joint_called(const FollowsSpec& spec) const {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < leg_.joints.size(); ++j) {
      names.push_back(leg_.joints[j].name);
      if (names.back() == spec.joint) return static_cast<int>(j);
    }
    throw InputError(spec.place,
                     fmt::format("no joint of this leg, or axis of one, is called '{}'{}", spec.joint, did_you_mean(spec.joint, names)));
  }

  void add(const JointSpec& spec, const Carrier& carrier) {
    Coupling coupling;
    coupling.joint = carrier.joint;
    const Joint& joint = leg_.joints[coupling.joint];
    if (spec.type != "R" && spec.type != "P")
      throw InputError(spec.follows[0].place, fmt::format("a joint of type {} has several freedoms; `follows` is for R and P", spec.type));
    double most = 0.0;  // how far the follower goes while the others turn once
    for (const FollowsSpec& follows : spec.follows) {
      const int other = joint_called(follows);
      if (other == coupling.joint) throw InputError(follows.place, fmt::format("joint '{}' follows itself", joint.name));
      for (const Coupling::Term& term : coupling.terms)
        if (term.joint == other) throw InputError(follows.place, fmt::format("joint '{}' follows '{}' twice", joint.name, follows.joint));
      if (follows.ratio == 0.0) throw InputError(follows.place, "a `ratio` of 0 follows nothing");
      check_turns(joint, leg_.joints[other], follows);
      most += leg_.joints[other].revolute ? std::abs(follows.ratio) : kInfinity;
      coupling.terms.push_back({other, follows.ratio});
    }
    if (spec.actuator && joint.revolute && most > 1.0)
      throw InputError(
          spec.actuator->place,
          fmt::format("'{}' may turn more than once, and its angle counts within half a turn of home; put the actuator on what "
                      "it follows, with a `gear_ratio`",
                      joint.name));
    leg_.couplings.push_back(coupling);
    places_.push_back(spec.follows[0].place);
  }

  // The angle of a joint that is followed counts within half a turn of home.
  static void check_turns(const Joint& joint, const Joint& other, const FollowsSpec& follows) {
    if (!other.revolute) return;
    if (!joint.revolute)
      throw InputError(follows.place,
                       fmt::format("the slide '{0}' follows the turn '{1}', whose angle counts within half a turn of home; let "
                                   "'{1}' follow '{0}', with the ratio {2:.6g} rad/m",
                                   joint.name, other.name, 1.0 / follows.ratio));
    if (std::abs(follows.ratio) < kLeastRatio)
      throw InputError(follows.place,
                       fmt::format("'{0}' follows '{1}' by {2:.6g} of its turn, and the angle of '{1}' counts within half a turn "
                                   "of home; let '{1}' follow '{0}', with the ratio {3:.6g}, or write a `gear_ratio`",
                                   joint.name, other.name, follows.ratio, 1.0 / follows.ratio));
  }

  // Followers of followers behind those; none in a circle.
  void order() {
    std::vector<Coupling>& all = leg_.couplings;
    for (std::size_t done = 0; done < all.size(); ++done) {
      const auto waits = [&](const Coupling& c) {
        return std::any_of(all.begin() + static_cast<long>(done), all.end(), [&](const Coupling& other) {
          return std::any_of(c.terms.begin(), c.terms.end(), [&](const Coupling::Term& term) { return term.joint == other.joint; });
        });
      };
      const auto next = std::find_if_not(all.begin() + static_cast<long>(done), all.end(), waits);
      if (next == all.end())
        throw InputError(places_[0], fmt::format("joints of leg '{}' follow each other in a circle, '{}' among them", leg_.name,
                                                 leg_.joints[all[done].joint].name));
      std::iter_swap(all.begin() + static_cast<long>(done), next);
    }
  }
};

}  // namespace

void add_couplings(LegDrawing& drawing) { CouplingBuilder(drawing).build(); }

void weigh_couplings(Robot& robot) {
  for (Leg& leg : robot.legs)
    for (Coupling& coupling : leg.couplings) {
      const auto unit = [&](int joint) { return leg.joints[joint].revolute ? 1.0 : robot.length; };
      double largest = 1.0;
      for (const Coupling::Term& term : coupling.terms)
        largest = std::max(largest, std::abs(term.ratio) * unit(term.joint) / unit(coupling.joint));
      coupling.weight = 1.0 / largest;
    }
}

}  // namespace gough
