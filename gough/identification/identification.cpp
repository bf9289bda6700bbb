#include "gough/identification/identification.hpp"

#include <fmt/format.h>

#include "gough/identification/data_checks.hpp"

namespace gough {
namespace {

Selection column(const VecX<double>& p) { return MatX<double>(p).sparseView(); }

VecX<double> file_values(const std::vector<virtual_work::Parameter>& parameters) {
  VecX<double> p(static_cast<Eigen::Index>(parameters.size()));
  for (std::size_t k = 0; k < parameters.size(); ++k) p(static_cast<Eigen::Index>(k)) = parameters[k].value;
  return p;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) { to.insert(to.end(), more.begin(), more.end()); }

// A file read, checked as far as one can without its equations, and filtered.
FilteredMotion prepared(const Robot& robot, const std::string& file, const FilterOptions& options, bool gains,
                        std::vector<std::string>& warnings) {
  const MeasuredMotion motion = read_measured_motion(robot, file);
  check_positions(robot, motion);
  for (std::size_t a = 0; a < motion.raw.size() && !gains; ++a)
    if (motion.raw[a])
      throw InputError({file, 0, 0},
                       fmt::format("column 'tau_{}' is not in {}: the drive's gain is unknown; give --loaded and --known-payload, or "
                                   "multiply by it",
                                   robot.actuators[a].name, robot.actuators[a].revolute ? "N m" : "N"));
  const FilteredMotion out = filtered(robot, motion, options);
  append(warnings, out.measured.notes);
  append(warnings, check_speeds(robot, out));
  return out;
}

Fit fit_of(const Observation& o, const FilteredMotion& motion, const VecX<double>& predicted) {
  return {o.file,
          o.rows,
          o.units,
          rms_of_rows(o.y, o.width()),
          rms_of_rows(o.y - predicted, o.width()),
          o.samples(),
          motion.cutoff,
          motion.decimate,
          motion.periods,
          motion.measured.step * (motion.periods > 0 ? static_cast<double>(motion.last) / motion.kept : motion.decimate),
          o.y,
          predicted};
}

Estimate estimate(Estimator estimator, const Observation& o) {
  switch (estimator) {
    case Estimator::ordinary: return ordinary_least_squares(o);
    case Estimator::weighted: return weighted_least_squares(o);
    case Estimator::robust: return robust_least_squares(o);
  }
  return {};
}

// Efforts as the drives give them, once their gains are known.
void scale_rows(Observation& o, const VecX<double>& gain) {
  for (Eigen::Index k = 0; k < o.y.size(); ++k) o.y(k) *= gain(k % gain.size());
}

// [model | base | θ]: what every question about a motion asks.
struct Layout {
  Selection S;
  Eigen::Index base = 0, theta = 0;

  Layout(const BaseParameters& base_parameters, const std::optional<FileParameters>& file)
      : base(base_parameters.rank()), theta(file ? file->size() : 0) {
    std::vector<Selection> parts{column(file_values(base_parameters.all)),
                                 select(static_cast<int>(base_parameters.all.size()), base_parameters.base)};
    if (file) parts.push_back(file->T);
    S = beside(parts);
  }
};

void need_actuation(const Robot& robot, bool gains) {
  const int na = static_cast<int>(robot.actuators.size()), n = robot.mobility.n;
  if (na < n) throw InputError({}, fmt::format("{} is under-actuated: its efforts are not a function of its motion", robot.name));
  if (gains && na > n) throw InputError({}, "drive gains of a redundantly actuated robot cannot be told: its efforts are not unique");
}

void warn_about(const Identification& id, std::vector<std::string>& warnings) {
  std::string poor;
  for (int k : id.poor) poor += (poor.empty() ? "" : ", ") + id.base.name(k);
  if (!poor.empty()) warnings.push_back("poorly excited, with a deviation above 30 %: " + poor);
  if (!id.file) return;
  for (int r = 0; r < id.fit.residual.size(); ++r)
    if (id.consistent_fit.residual(r) > 1.5 * id.fit.residual(r))
      warnings.push_back(
          fmt::format("{}: the consistent estimate leaves {:.3g} times what least squares does: the tables of the file that serve "
                      "several legs may not fit them all, or leave out a mass or a friction",
                      id.fit.rows[static_cast<std::size_t>(r)], id.consistent_fit.residual(r) / id.fit.residual(r)));
  if (!id.consistent.converged) warnings.push_back("the consistent estimate did not converge");
  for (int k : id.file->offsets) {
    const Eigen::Index i = k;
    if (id.consistent.value(i) != 0.0)
      warnings.push_back(fmt::format("{} is {:.3g} {}: the robot file cannot say so", id.file->parameters[static_cast<std::size_t>(k)].name,
                                     id.consistent.value(i), id.file->parameters[static_cast<std::size_t>(k)].unit));
  }
}

}  // namespace

Identification identify(const Robot& robot, const std::string& file, const IdentificationOptions& options,
                        const std::optional<KnownPayload>& known) {
  need_actuation(robot, known.has_value());
  Identification out;
  const FilteredMotion motion = prepared(robot, file, options.filter, known.has_value(), out.warnings);
  out.base = base_parameters(robot, {}, options.base);
  out.nominal = out.base.values();
  if (options.consistent) out.file.emplace(robot);
  const Layout layout(out.base, out.file);
  Observation all = observe(robot, motion, layout.S, options.progress);
  append(out.warnings, all.notes);
  const Observation base = columns(all, 1, layout.base);
  std::vector<std::string> names;
  for (int k = 0; k < out.base.rank(); ++k) names.push_back(out.base.name(k));
  check_excitation(base, names);
  if (known) {
    const FilteredMotion carrying = prepared(robot, known->file, options.filter, true, out.warnings);
    VecX<double> payload = VecX<double>::Zero(layout.S.rows());
    payload.segment<10>(platform_columns(robot)[0]) = inertial_parameters(known->body);
    const Observation loaded =
        observe(robot, carrying, beside({select(static_cast<int>(layout.S.rows()), out.base.base), column(payload)}), options.progress);
    out.drives = identify_drive_gains(base, loaded);
    out.estimate = out.drives->base;
    scale_rows(all, out.drives->gain);
    out.estimate.noise = out.estimate.noise.cwiseProduct(out.drives->gain.cwiseAbs());
  } else {
    append(out.warnings, check_efforts(all, all.W.col(0)));
    out.estimate = estimate(options.estimator, base);
  }
  out.poor = poorly_excited(out.estimate, out.nominal);
  out.fit = fit_of(all, motion, all.W.middleCols(1, layout.base) * out.estimate.value);
  if (out.file) {
    const Observation theta = columns(all, 1 + layout.base, layout.theta);
    out.consistent = consistent_estimate(*out.file, robot.length, theta, out.estimate.noise, options.prior);
    out.consistent_fit = fit_of(all, motion, theta.W * out.consistent.value);
  }
  warn_about(out, out.warnings);
  return out;
}

std::vector<Fit> validate(const Robot& robot, const Identification& id, const std::string& file, const IdentificationOptions& options) {
  std::vector<std::string> warnings;
  const FilteredMotion motion = prepared(robot, file, options.filter, id.drives.has_value(), warnings);
  const Layout layout(id.base, id.file);
  Observation all = observe(robot, motion, layout.S, options.progress);
  if (id.drives) scale_rows(all, id.drives->gain);
  else check_efforts(all, all.W.col(0));
  std::vector<Fit> out{fit_of(all, motion, all.W.middleCols(1, layout.base) * id.estimate.value)};
  if (id.file) out.push_back(fit_of(all, motion, all.W.rightCols(layout.theta) * id.consistent.value));
  return out;
}

PayloadIdentification identify_payload(const Robot& robot, const std::string& file, bool inertia, const IdentificationOptions& options) {
  need_actuation(robot, false);
  PayloadIdentification out;
  const FilteredMotion motion = prepared(robot, file, options.filter, false, out.warnings);
  const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot, {});
  const Selection S = beside({column(file_values(parameters)), select(static_cast<int>(parameters.size()), platform_columns(robot))});
  const Observation o = observe(robot, motion, S, options.progress);
  append(out.warnings, o.notes);
  append(out.warnings, check_efforts(o, o.W.col(0)));
  out.payload = identify_payload(o, inertia);
  VecX<double> predicted = o.W.col(0);
  for (std::size_t k = 0; k < out.payload.columns.size(); ++k)
    predicted += o.W.col(1 + out.payload.columns[k]) * out.payload.estimate.value(static_cast<Eigen::Index>(k));
  out.fit = fit_of(o, motion, predicted);
  const PayloadEstimate& p = out.payload;
  if (!(p.mass_deviation < 0.3 * std::abs(p.mass)))
    out.warnings.push_back("the payload's mass is poorly excited: its deviation is above 30 %");
  if (p.mass < 0.0)
    out.warnings.push_back("the payload's mass is negative: the robot file's own masses are too large, or efforts are wrong");
  return out;
}

}  // namespace gough
