#include "gough/assembly/coupling_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/model/did_you_mean.hpp"

namespace gough {
namespace {

// Of a revolute that is followed, whose angle counts within half a turn of home: what is less would cut the follower's range. Of a sum each
// part may be less.
constexpr double kLeastRatio = 1.0, kLeastRatioOfSum = 0.25;

class CouplingBuilder {
 public:
  explicit CouplingBuilder(LegDrawing& drawing) : drawing_(drawing), leg_(drawing.drawn.leg) {}

  void build() {
    for (std::size_t k = 0; k < drawing_.spec.joint.size(); ++k)
      if (const JointSpec& spec = drawing_.spec.joint[k]; !spec.follows.empty()) all_.push_back(written(spec, drawing_.carriers[k].joint));
    order();
    for (std::size_t k = 0; k < all_.size(); ++k) {
      expand(k);
      check(all_[k]);
      leg_.couplings.push_back(all_[k].coupling);
    }
  }

 private:
  struct Written {
    const JointSpec* spec;
    Coupling coupling;
  };
  LegDrawing& drawing_;
  Leg& leg_;
  std::vector<Written> all_;

  const std::string& name(int joint) const { return leg_.joints[joint].name; }

  int joint_called(const FollowsSpec& spec) const {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < leg_.joints.size(); ++j) {
      names.push_back(leg_.joints[j].name);
      if (names.back() == spec.joint) return static_cast<int>(j);
    }
    for (const std::string& axis : names)
      if (axis.rfind(spec.joint + ".", 0) == 0)
        throw InputError(spec.place, fmt::format("'{}' has several freedoms; name one of its axes, as '{}'", spec.joint, axis));
    throw InputError(spec.place, fmt::format("no joint of this leg is called '{}'{}", spec.joint, did_you_mean(spec.joint, names)));
  }

  // As the file has it.
  Written written(const JointSpec& spec, int joint) const {
    if (spec.type != "R" && spec.type != "P" && spec.type != "H")
      throw InputError(spec.follows[0].place,
                       fmt::format("a joint of type {} has several freedoms; `follows` is for R, P and H", spec.type));
    Written out{&spec, {joint, {}, 1.0}};
    for (const FollowsSpec& follows : spec.follows) {
      const int other = joint_called(follows);
      if (other == joint) throw InputError(follows.place, fmt::format("joint '{}' follows itself", name(joint)));
      for (const Coupling::Term& term : out.coupling.terms)
        if (term.joint == other) throw InputError(follows.place, fmt::format("joint '{}' follows '{}' twice", name(joint), follows.joint));
      if (follows.ratio == 0.0) throw InputError(follows.place, "a `ratio` of 0 follows nothing");
      out.coupling.terms.push_back({other, follows.ratio});
    }
    return out;
  }

  // Followers of followers behind those; none in a circle.
  void order() {
    for (std::size_t done = 0; done < all_.size(); ++done) {
      const auto from = all_.begin() + static_cast<std::ptrdiff_t>(done);
      const auto waits = [&](const Written& w) {
        return std::any_of(from, all_.end(), [&](const Written& other) {
          const auto& terms = w.coupling.terms;
          return std::any_of(terms.begin(), terms.end(), [&](const Coupling::Term& t) { return t.joint == other.coupling.joint; });
        });
      };
      const auto next = std::find_if_not(from, all_.end(), waits);
      if (next == all_.end())
        throw InputError(from->spec->follows[0].place, fmt::format("joints of leg '{}' follow each other in a circle, '{}' among them",
                                                                   leg_.name, name(from->coupling.joint)));
      std::iter_swap(from, next);
    }
  }

  // A follower of followers follows what these do: their own angles are known but for whole turns.
  void expand(std::size_t k) {
    std::vector<Coupling::Term> sum;
    const auto add = [&](int joint, double ratio) {
      for (Coupling::Term& term : sum)
        if (term.joint == joint) {
          term.ratio += ratio;
          return;
        }
      sum.push_back({joint, ratio});
    };
    for (const Coupling::Term& term : all_[k].coupling.terms) {
      const auto before = std::find_if(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(k),
                                       [&](const Written& other) { return other.coupling.joint == term.joint; });
      if (before == all_.begin() + static_cast<std::ptrdiff_t>(k)) add(term.joint, term.ratio);
      else
        for (const Coupling::Term& inner : before->coupling.terms) add(inner.joint, term.ratio * inner.ratio);
    }
    all_[k].coupling.terms = sum;
  }

  void check(const Written& w) const {
    const Coupling& coupling = w.coupling;
    const Joint& joint = leg_.joints[coupling.joint];
    const double least = coupling.terms.size() > 1 ? kLeastRatioOfSum : kLeastRatio;
    double most = 0.0;  // how far the follower goes while the others turn once
    for (const Coupling::Term& term : coupling.terms) {
      const Joint& other = leg_.joints[term.joint];
      const Place& place = w.spec->follows[0].place;
      if (other.revolute && !joint.revolute)
        throw InputError(place,
                         fmt::format("the slide '{0}' follows the turn '{1}', whose angle counts within half a turn of home; let '{1}' "
                                     "follow '{0}', with the ratio {2:.6g} rad/m",
                                     joint.name, other.name, 1.0 / term.ratio));
      if (other.revolute && std::abs(term.ratio) < least)
        throw InputError(place,
                         fmt::format("'{0}' follows '{1}' by {2:.6g} of its turn, and the angle of '{1}' counts within half a turn of "
                                     "home, so '{0}' would not go far; let '{1}' follow '{0}', with the ratio {3:.6g}, and put its "
                                     "actuator on '{0}' with a `gear_ratio`",
                                     joint.name, other.name, term.ratio, 1.0 / term.ratio));
      most += other.revolute ? std::abs(term.ratio) : kInfinity;
    }
    if (joint.revolute && most > 1.0) check_angle(*w.spec, joint);
  }

  // What needs the angle of a follower that may turn more than once.
  static void check_angle(const JointSpec& spec, const Joint& joint) {
    const std::string lost = fmt::format("'{}' may turn more than once, and its angle counts within half a turn of home", joint.name);
    if (spec.actuator)
      throw InputError(spec.actuator->place,
                       lost +
                           "; put the actuator on what it follows, with a `gear_ratio`, or let a slide (type P) follow in its place, as a "
                           "belt does, with the `gear_ratio` in rad/m");
    if (spec.spring) throw InputError(spec.spring->place, lost + "; put the spring on what it follows");
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
