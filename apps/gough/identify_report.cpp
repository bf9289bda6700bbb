#include "apps/gough/identify_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gough/io/svg_plot.hpp"

namespace gough::command {
namespace {

std::string percent(double part, double whole) {
  if (whole == 0.0) return "-";
  const double p = 100.0 * part / std::abs(whole);
  return p < 1000.0 ? fmt::format("{:.2f}", p) : ">999";
}

Json vector_json(const VecX<double>& x) { return std::vector<double>(x.begin(), x.end()); }

void print_fit(const std::string& title, const Fit& fit, const VecX<double>* noise) {
  const std::string kept = fit.periods > 0 ? fmt::format("mean of {} periods", fit.periods) : fmt::format("1 of {} kept", fit.decimate);
  fmt::print("\n{}: {}, {} samples (low-pass {} Hz, {})\n", title, fit.file, fit.samples, number(fit.cutoff), kept);
  std::vector<std::string> header{"row", "RMS", "left", "unit", "left %"};
  if (noise) header.push_back("noise of the fit");
  Table table(header);
  for (std::size_t r = 0; r < fit.rows.size(); ++r) {
    const Eigen::Index i = static_cast<Eigen::Index>(r);
    std::vector<std::string> row{fit.rows[r], number(fit.rms(i)), number(fit.residual(i)), fit.units[r],
                                 percent(fit.residual(i), fit.rms(i))};
    if (noise) row.push_back(number((*noise)(i)));
    table.add(row);
  }
  fmt::print("{}", table.text());
}

Json fit_json(const Fit& fit) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < fit.rows.size(); ++r) {
    const Eigen::Index i = static_cast<Eigen::Index>(r);
    rows.push_back({{"row", fit.rows[r]}, {"unit", fit.units[r]}, {"rms", fit.rms(i)}, {"residual", fit.residual(i)}});
  }
  return {{"file", fit.file},         {"samples", fit.samples}, {"cutoff", fit.cutoff},
          {"decimate", fit.decimate}, {"periods", fit.periods}, {"rows", rows}};
}

bool is_in(const std::vector<int>& list, int k) { return std::find(list.begin(), list.end(), k) != list.end(); }

void print_warnings(const std::vector<std::string>& warnings) {
  if (!warnings.empty()) fmt::print("\n");
  for (const std::string& w : warnings) fmt::print("warning: {}\n", w);
}

void print_base(const Identification& id) {
  const VecX<double> deviation = id.estimate.deviation();
  Table table({"base parameter", "value", "deviation", "%", "file", "unit", ""});
  for (int k = 0; k < id.base.rank(); ++k)
    table.add({id.base.name(k), number(id.estimate.value(k)), number(deviation(k)), percent(deviation(k), id.estimate.value(k)),
               number(id.nominal(k)), id.base.all[id.base.base[k]].unit, is_in(id.poor, k) ? "poorly excited" : ""});
  fmt::print("{}", table.text());
  fmt::print("condition number {} (columns scaled to length 1)\n", number(id.estimate.condition));
  if (id.estimate.downweighted > 0) fmt::print("{} weighted down as outliers\n", plural(id.estimate.downweighted, "equation"));
}

void print_consistent(const Identification& id) {
  fmt::print("\nphysically consistent, as the robot file writes them ({})\n", plural(id.consistent.iterations, "Newton step"));
  Table table({"parameter", "value", "deviation", "%", "file", "unit"});
  for (int k = 0; k < id.file->size(); ++k) {
    const virtual_work::Parameter& p = id.file->parameters[k];
    table.add({p.name, number(id.consistent.value(k)), number(id.consistent.deviation(k)),
               percent(id.consistent.deviation(k), id.consistent.value(k)), number(p.value), p.unit});
  }
  fmt::print("{}", table.text());
}

void print_gains(const Robot& robot, const DriveGains& d) {
  fmt::print("\ndrive gains\n");
  Table table({"actuator", "gain", "deviation", "%", "total least squares", "unit"});
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const Eigen::Index i = static_cast<Eigen::Index>(a);
    table.add({robot.actuators[a].name, number(d.gain(i)), number(d.gain_deviation(i)), percent(d.gain_deviation(i), d.gain(i)),
               number(d.total(i)), robot.actuators[a].revolute ? "N m for 1 of tau" : "N for 1 of tau"});
  }
  fmt::print("{}", table.text());
}

}  // namespace

void print_identification(const IdentificationReport& report) {
  const Identification& id = report.identified;
  fmt::print("{}: {} base parameters by {} least squares\n\n", report.robot.name, id.base.rank(),
             id.drives                          ? "total"
             : report.estimator == "consistent" ? "weighted"
                                                : report.estimator);
  print_base(id);
  if (id.drives) print_gains(report.robot, *id.drives);
  if (id.file) print_consistent(id);
  print_fit("fit", id.fit, nullptr);
  if (id.file) print_fit("fit, consistent", id.consistent_fit, nullptr);
  const char* const titles[] = {"prediction", "prediction, consistent"};
  for (std::size_t k = 0; k < report.validation.size(); ++k) print_fit(titles[k], report.validation[k], &id.fit.residual);
  print_warnings(id.warnings);
}

Json identification_json(const IdentificationReport& report) {
  const Identification& id = report.identified;
  const VecX<double> deviation = id.estimate.deviation();
  Json parameters = Json::array();
  for (int k = 0; k < id.base.rank(); ++k)
    parameters.push_back({{"name", id.base.name(k)},
                          {"group", id.base.expression(k)},
                          {"unit", id.base.all[id.base.base[k]].unit},
                          {"value", id.estimate.value(k)},
                          {"deviation", deviation(k)},
                          {"file", id.nominal(k)},
                          {"poorly_excited", is_in(id.poor, k)}});
  Json out{{"robot", report.robot.name}, {"estimator", report.estimator},           {"condition", id.estimate.condition},
           {"parameters", parameters},   {"noise", vector_json(id.estimate.noise)}, {"fit", fit_json(id.fit)}};
  if (id.drives) out["gains"] = {{"value", vector_json(id.drives->gain)}, {"deviation", vector_json(id.drives->gain_deviation)}};
  if (id.file) {
    Json rows = Json::array();
    for (int k = 0; k < id.file->size(); ++k)
      rows.push_back({{"name", id.file->parameters[k].name},
                      {"unit", id.file->parameters[k].unit},
                      {"value", id.consistent.value(k)},
                      {"deviation", id.consistent.deviation(k)},
                      {"file", id.file->parameters[k].value}});
    out["consistent"] = {{"converged", id.consistent.converged}, {"parameters", rows}, {"fit", fit_json(id.consistent_fit)}};
  }
  if (!report.validation.empty()) out["validation"] = fit_json(report.validation[0]);
  if (report.validation.size() > 1) out["consistent"]["validation"] = fit_json(report.validation[1]);
  out["warnings"] = id.warnings;
  return out;
}

void print_payload(const Robot& robot, const PayloadIdentification& identified) {
  const PayloadEstimate& p = identified.payload;
  fmt::print("{}: payload, all else as in the robot file\n\n", robot.name);
  Table table({"", "value", "deviation", "unit"});
  table.add({"mass", number(p.mass), number(p.mass_deviation), "kg"});
  for (int k = 0; k < 3; ++k)
    if (p.com_known[k]) table.add({fmt::format("centre {}", "xyz"[k]), number(p.com(k)), number(p.com_deviation(k)), "m"});
  const VecX<double> deviation = p.estimate.deviation();
  for (std::size_t k = 0; k < p.names.size(); ++k)
    if (p.columns[k] > 3)
      table.add({p.names[k], number(p.estimate.value(static_cast<Eigen::Index>(k))), number(deviation(static_cast<Eigen::Index>(k))),
                 p.units[k]});
  fmt::print("{}", table.text());
  fmt::print("centre and inertia in platform axes, at the platform's origin (tool point at {})\n", vector_text(robot.tool.data(), 3));
  for (const std::string& name : p.unseen) fmt::print("not told by this robot's motion: {}\n", name);
  print_fit("fit", identified.fit, nullptr);
  print_warnings(identified.warnings);
}

Json payload_json(const Robot& robot, const PayloadIdentification& identified) {
  const PayloadEstimate& p = identified.payload;
  const VecX<double> deviation = p.estimate.deviation();
  Json parameters = Json::array(), centre = Json::array();
  for (std::size_t k = 0; k < p.names.size(); ++k)
    parameters.push_back({{"name", p.names[k]},
                          {"unit", p.units[k]},
                          {"value", p.estimate.value(static_cast<Eigen::Index>(k))},
                          {"deviation", deviation(static_cast<Eigen::Index>(k))}});
  for (int k = 0; k < 3; ++k) centre.push_back(p.com_known[k] ? Json(p.com(k)) : Json(nullptr));
  return {{"robot", robot.name},
          {"mass", p.mass},
          {"mass_deviation", p.mass_deviation},
          {"centre", centre},
          {"parameters", parameters},
          {"unseen", p.unseen},
          {"condition", p.estimate.condition},
          {"fit", fit_json(identified.fit)},
          {"warnings", identified.warnings}};
}

std::string identification_plot(const Fit& fit) {
  const auto width = static_cast<Eigen::Index>(fit.rows.size());
  std::vector<double> time;
  for (int k = 0; k < fit.samples; ++k) time.push_back(fit.step * k);
  std::vector<PlotPanel> panels;
  for (Eigen::Index r = 0; r < width; ++r) {
    PlotPanel panel{fmt::format("{} ({})", fit.rows[r], fit.units[r]), {{"measured", {}}, {"predicted", {}}, {"difference", {}}}};
    for (Eigen::Index k = r; k < fit.measured.size(); k += width) {
      panel.lines[0].y.push_back(fit.measured(k));
      panel.lines[1].y.push_back(fit.predicted(k));
      panel.lines[2].y.push_back(fit.measured(k) - fit.predicted(k));
    }
    panels.push_back(panel);
  }
  return svg_plot("efforts of " + std::filesystem::path(fit.file).filename().string(), "t (s)", time, panels);
}

}  // namespace gough::command
