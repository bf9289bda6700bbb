#include "gough/identification/file_parameters.hpp"

#include <cassert>

#include "gough/assembly/builder.hpp"
#include "gough/assembly/spring_builder.hpp"
#include "gough/identification/dynamic_tables.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

void write_body(const RigidBody& body, BodySpec& spec) {
  const Mat3<double>& I = body.inertia;
  spec.mass = body.mass;
  spec.com = {body.com.x(), body.com.y(), body.com.z()};
  spec.inertia = {I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)};
  spec.shape.reset();
  spec.parts.clear();
}

// The robot with what a description says of masses and frictions; its geometry, frames and modes are those of `robot`.
class Drawing {
 public:
  explicit Drawing(const Robot& robot) : robot_(robot) {}

  VecX<double> parameters(const RobotDescription& d) {
    Nacelle drawn = build_nacelle(d);
    const std::vector<DrawnLeg> legs = build_legs(d, drawn, robot_.home);
    Nacelle& nacelle = robot_.nacelle;
    nacelle.platform = drawn.platform;
    for (std::size_t j = 0; j < nacelle.joints.size(); ++j) {
      nacelle.joints[j].body = drawn.joints[j].body;
      nacelle.joints[j].friction = drawn.joints[j].friction;
      nacelle.joints[j].spring = drawn.joints[j].spring;
    }
    for (std::size_t l = 0; l < nacelle.loops.size(); ++l) nacelle.loops[l].friction = drawn.loops[l].friction;
    std::size_t actuator = 0;
    for (std::size_t i = 0; i < legs.size(); ++i) {
      copy_leg(legs[i].leg, robot_.legs[i]);
      for (const DrawnLeg::Lump& lump : legs[i].lumps) {
        RigidBody& body = lump.body == 0 ? nacelle.platform : nacelle.joints[lump.body - 1].body;
        body = joined(body, {lump.mass, lump.at, Mat3<double>::Zero()});
      }
      for (const Actuator& a : legs[i].actuators) robot_.actuators[actuator++].rotor_inertia = a.rotor_inertia;
    }
    for (std::size_t j = 0; j < nacelle.joints.size(); ++j)
      if (nacelle.joints[j].actuator >= 0) robot_.actuators[actuator++].rotor_inertia = d.nacelle->joint[j].actuator->rotor_inertia;
    set_springs(d, robot_.springs);
    const std::vector<virtual_work::Parameter> all = virtual_work::parameters(robot_, {});
    VecX<double> p(all.size());
    for (std::size_t k = 0; k < all.size(); ++k) p(static_cast<Eigen::Index>(k)) = all[k].value;
    return p;
  }

 private:
  Robot robot_;

  static void copy_leg(const Leg& drawn, Leg& leg) {
    for (std::size_t j = 0; j < leg.joints.size(); ++j) {
      const Mat3<double> turn = leg.joints[j].file_frame.R * drawn.joints[j].file_frame.R.transpose();
      leg.joints[j].body = seen_from({turn, Vec3<double>::Zero()}, drawn.joints[j].body);
      leg.joints[j].friction = drawn.joints[j].friction;
      leg.joints[j].spring = drawn.joints[j].spring;
    }
    for (std::size_t t = 0; t < leg.tips.size(); ++t) leg.tips[t].friction = drawn.tips[t].friction;
    for (std::size_t l = 0; l < leg.loops.size(); ++l) leg.loops[l].friction = drawn.loops[l].friction;
  }
};

// Ten bodies whose parameters are independent.
std::vector<RigidBody> probes() {
  std::vector<RigidBody> out(10, RigidBody{1.0, Vec3<double>::Zero(), 2.0 * Mat3<double>::Identity()});
  for (int k = 0; k < 3; ++k) {
    out[1 + k].com(k) = 1.0;
    out[4 + k].inertia(k, k) += 1.0;
    out[7 + k].inertia((k + 1) % 3, (k + 2) % 3) = out[7 + k].inertia((k + 2) % 3, (k + 1) % 3) = 0.5;
  }
  return out;
}

// A number of the file that is no body's; all but the pull of a spring cannot be negative. `per_unit` of the parameter for each unit of it:
// a rotor's inertia is seen through its gear.
struct Scalar {
  std::string name;
  double* entry;
  double per_unit = 1.0;
};

int scalar_count(const DynamicTables& t) {
  return static_cast<int>(3 * t.actuators.size() + 2 * t.frictions.size() + t.joint_springs.size() + 3 * t.springs.size());
}

Scalar scalar_of(const DynamicTables& t, int k) {
  const int actuators = static_cast<int>(3 * t.actuators.size());
  if (k < actuators) {
    const auto& [name, spec] = t.actuators[k / 3];
    if (k % 3 == 0) return {name + ".rotor", &spec->rotor_inertia, spec->gear_ratio * spec->gear_ratio};
    return k % 3 == 1 ? Scalar{name + ".viscous", &spec->viscous} : Scalar{name + ".coulomb", &spec->coulomb};
  }
  const int frictions = actuators + static_cast<int>(2 * t.frictions.size());
  if (k < frictions) {
    const auto& [name, spec] = t.frictions[(k - actuators) / 2];
    return (k - actuators) % 2 == 0 ? Scalar{name + ".viscous", &spec->viscous} : Scalar{name + ".coulomb", &spec->coulomb};
  }
  const int joint_springs = frictions + static_cast<int>(t.joint_springs.size());
  if (k < joint_springs) return {t.joint_springs[k - frictions].name + ".stiffness", &t.joint_springs[k - frictions].spec->stiffness};
  const auto& [name, spec] = t.springs[(k - joint_springs) / 3];
  switch ((k - joint_springs) % 3) {
    case 0: return {name + ".stiffness", &spec->stiffness};
    case 1: return {name + ".damping", &spec->damping};
    default: return {name + ".pull", &spec->pull};
  }
}

// Finds what each number of the file does to the robot's parameters by putting it alone into the file.
class Prober {
 public:
  explicit Prober(const Robot& robot)
      : own_(robot.description), bare_(robot.description), own_tables_(own_), tables_(bare_), drawing_(robot), M_(10, 10) {
    for (const auto& b : tables_.bodies) write_body({}, *b.spec);
    for (int k = 0; k < scalars(); ++k) *scalar_of(tables_, k).entry = 0.0;
    for (int k = 0; k < 10; ++k) M_.col(k) = inertial_parameters(probes()[k]);
  }

  int bodies() const { return static_cast<int>(tables_.bodies.size()); }
  int scalars() const { return scalar_count(tables_); }
  std::string body_name(int b) const { return tables_.bodies[b].name; }

  // Parameters of the robot by those of body b, and what the file says of it. Parameters without effect come out as 0.
  MatX<double> body(int b, Vec10& value) {
    BodySpec& spec = *tables_.bodies[b].spec;
    spec = *own_tables_.bodies[b].spec;
    const VecX<double> image = drawing_.parameters(bare_);
    MatX<double> images(image.size(), 10);
    for (int k = 0; k < 10; ++k) {
      write_body(probes()[k], spec);
      images.col(k) = drawing_.parameters(bare_);
    }
    write_body({}, spec);
    const MatX<double> map = images * inverse(M_);
    value = least_squares(map, image);
    return map;
  }

  VecX<double> scalar(int k, const std::vector<virtual_work::Parameter>& all, virtual_work::Parameter& out) {
    const Scalar s = scalar_of(tables_, k);
    *s.entry = 1.0;
    const VecX<double> column = drawing_.parameters(bare_) / s.per_unit;
    *s.entry = 0.0;
    Eigen::Index largest = 0;
    column.cwiseAbs().maxCoeff(&largest);
    out = {s.name, all[static_cast<std::size_t>(largest)].unit, *scalar_of(own_tables_, k).entry * s.per_unit};
    return column;
  }

 private:
  RobotDescription own_, bare_;
  DynamicTables own_tables_, tables_;
  Drawing drawing_;
  MatX<double> M_;
};

}  // namespace

Vec10 inertial_parameters(const RigidBody& body) {
  const Mat3<double> I = body.inertia + body.mass * (body.com.squaredNorm() * Mat3<double>::Identity() - body.com * body.com.transpose());
  Vec10 p;
  p << body.mass, body.mass * body.com, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return p;
}

RigidBody rigid_body(const Vec10& p) {
  RigidBody body;
  body.mass = p(0);
  body.com = p.segment<3>(1) / p(0);
  body.inertia << p(4), p(5), p(6), p(5), p(7), p(8), p(6), p(8), p(9);
  body.inertia -= body.mass * (body.com.squaredNorm() * Mat3<double>::Identity() - body.com * body.com.transpose());
  return body;
}

Eigen::Matrix4d pseudo_inertia(const Vec10& p) {
  const double half = 0.5 * (p(4) + p(7) + p(9));
  Eigen::Matrix4d P;
  P << half - p(4), -p(5), -p(6), p(1),  //
      -p(5), half - p(7), -p(8), p(2),   //
      -p(6), -p(8), half - p(9), p(3),   //
      p(1), p(2), p(3), p(0);
  return P;
}

FileParameters::FileParameters(const Robot& robot) : description_(robot.description) {
  Prober prober(robot);
  std::vector<VecX<double>> columns;
  const auto add = [&](const virtual_work::Parameter& parameter, const VecX<double>& column) {
    parameters.push_back(parameter);
    columns.push_back(column);
    return size() - 1;
  };
  for (int b = 0; b < prober.bodies(); ++b) {
    Vec10 value;
    const MatX<double> map = prober.body(b, value);
    if (value(0) == 0.0) continue;
    bodies.push_back({prober.body_name(b), size(), b});
    for (int k = 0; k < 10; ++k) add({prober.body_name(b) + "." + kInertialNames[k], kInertialUnits[k], value(k)}, map.col(k));
  }
  const std::vector<virtual_work::Parameter> all = virtual_work::parameters(robot, {});
  for (int table = 0; table < prober.scalars(); ++table) {
    virtual_work::Parameter parameter;
    const VecX<double> column = prober.scalar(table, all, parameter);
    if (column.isZero(0.0)) continue;
    const int index = add(parameter, column);
    if (!parameter.name.ends_with(".pull")) positive.push_back({index, table});
    else pulls.push_back({index, table});
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k].name.ends_with(".offset"))
      offsets.push_back(add(all[k], VecX<double>::Unit(static_cast<Eigen::Index>(all.size()), static_cast<Eigen::Index>(k))));
  MatX<double> dense(all.size(), columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) dense.col(static_cast<Eigen::Index>(c)) = columns[c];
  T = dense.sparseView(1.0, 1e-14);
}

RobotDescription FileParameters::described(const VecX<double>& theta) const {
  assert(theta.size() == size());
  RobotDescription out = description_;
  const DynamicTables tables(out);
  for (const Body& b : bodies) {
    RigidBody body = rigid_body(theta.segment<10>(b.first));
    // of a point mass, as `lump` makes one, what is left at its centre is rounding, and no inertia of a body
    if (body.inertia.cwiseAbs().maxCoeff() < 1e-12 * theta.segment<6>(b.first + 4).cwiseAbs().maxCoeff()) body.inertia.setZero();
    write_body(body, *tables.bodies[b.table].spec);
  }
  std::vector<Positive> scalars = positive;
  scalars.insert(scalars.end(), pulls.begin(), pulls.end());
  for (const Positive& p : scalars) {
    const Scalar scalar = scalar_of(tables, p.table);
    *scalar.entry = theta(p.index) / scalar.per_unit;
  }
  return out;
}

std::vector<int> FileParameters::of_either_sign() const {
  std::vector<int> out = offsets;
  for (const Pull& pull : pulls) out.push_back(pull.index);
  return out;
}

VecX<double> FileParameters::values() const {
  VecX<double> out(size());
  for (int k = 0; k < size(); ++k) out(k) = parameters[k].value;
  return out;
}

}  // namespace gough
