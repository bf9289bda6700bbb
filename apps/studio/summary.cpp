#include "apps/studio/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/gough/output.hpp"

namespace gough::studio {
namespace {

using command::number;

Json table(const std::string& title, const Json& rows) { return {{"title", title}, {"rows", rows}}; }

std::string of_limit(const Robot& robot, const std::string& name, double largest) {
  for (const Actuator& a : robot.actuators)
    if (a.name == name && std::isfinite(a.effort_max)) return fmt::format(", {:.0f} % of its limit", 100.0 * largest / a.effort_max);
  return "";
}

// Parameters that a controller has estimated: where they began and ended.
Json estimate_rows(const Recording& recording) {
  Json rows = Json::array();
  for (const Recording::Series& s : recording.series)
    if (s.group == "estimates")
      rows.push_back({s.name, fmt::format("from {:.4g} to {:.4g} {}", s.values.front(), s.values.back(), s.unit)});
  return rows;
}

Json group_rows(const Robot& robot, const Recording& recording, const std::string& group) {
  Json rows = Json::array();
  for (const Recording::Series& s : recording.series) {
    if (s.group != group || s.count == 0) continue;
    rows.push_back({s.name, fmt::format("largest {:.4g} {}{}, RMS {:.4g} {}", s.largest, s.unit,
                                        group == "efforts" ? of_limit(robot, s.name, s.largest) : "", s.rms(), s.unit)});
  }
  return rows;
}

// Units of what `gough simulate` writes (docs/simulation.md).
std::string unit_of(const std::string& key) {
  if (key == "time" || key == "duration" || key == "step" || key.ends_with("_time")) return " s";
  if (key.starts_with("position_") || key == "loop_closure") return " m";
  if (key.starts_with("rotation_")) return " rad";
  if (key == "payload") return " kg";
  if (key == "kinetic_max" || key == "drift") return " J";
  return "";
}

std::string spaced(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

// A value on its own as text; nothing for null, objects and lists.
std::string text_of(const Json& value) {
  if (value.is_number()) return fmt::format("{:.6g}", value.get<double>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.is_string() ? value.get<std::string>() : "";
}

// One row for each value of an object and of the objects in it.
void add_values(const Json& object, const std::string& before, Json& rows) {
  for (const auto& [key, value] : object.items()) {
    if (key == "files") continue;  // fingerprints
    if (value.is_object() && before.empty()) add_values(value, spaced(key) + ", ", rows);
    if (const std::string text = text_of(value); !text.empty()) rows.push_back({before + spaced(key), text + unit_of(key)});
  }
}

// One row for each object of a list that has a name: its first text; its unit follows the numbers.
Json record_rows(const Json& list) {
  Json rows = Json::array();
  if (!list.is_array()) return rows;
  for (const Json& record : list) {
    std::string name, text, unit;
    if (!record.is_object()) continue;
    for (const auto& [key, value] : record.items()) {
      if (key == "unit") unit = " " + text_of(value);
      else if (value.is_string() && name.empty()) name = text_of(value);
      else if (const std::string one = text_of(value); !one.empty())
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", spaced(key), one);
    }
    if (!name.empty()) rows.push_back({name, text + unit});
  }
  return rows;
}

// Puts a table in the place of the one with its title, or at the end.
void replace(Json& summary, const Json& table) {
  for (Json& other : summary)
    if (other["title"] == table["title"]) {
      other = table;
      return;
    }
  summary.push_back(table);
}

}  // namespace

Json summary(const Robot& robot, const Recording& r) {
  Json motion = Json::array();
  const std::string from = number(r.t.front()), to = number(r.t.back());
  motion.push_back({"from", fmt::format("{} {}", from, r.time_unit)});
  motion.push_back({"to", fmt::format("{} {}", to, r.time_unit)});
  motion.push_back({"rows", std::to_string(r.rows)});
  for (const std::string& note : r.notes) motion.push_back({"note", note});
  for (const std::string& what : r.recomputed) motion.push_back({"recomputed", what});
  if (r.recomputed.empty()) motion.push_back({"recomputed", "nothing: efforts and energies are those of the table"});
  Json out = Json::array({table("Motion", motion)});
  for (const auto& [group, title] : {std::pair{"efforts", "Efforts"}, {"errors", "Errors"}, {"energy", "Energy"}})
    if (const Json rows = group_rows(robot, r, group); !rows.empty()) out.push_back(table(title, rows));
  if (const Json rows = estimate_rows(r); !rows.empty()) out.push_back(table("Estimates", rows));
  Json facts = Json::array();
  facts.push_back({"structure", robot.notation});
  facts.push_back({"freedoms", std::to_string(robot.mobility.n)});
  facts.push_back({"actuators", std::to_string(robot.actuators.size())});
  facts.push_back({"independent loops", std::to_string(robot.mobility.loops)});
  if (!robot.description.reference.empty()) facts.push_back({"source", robot.description.reference});
  out.push_back(table("Robot", facts));
  return out;
}

void add_result(const Json& json, Json& summary) {
  Json rows = Json::array();
  add_values(json, "", rows);
  if (!rows.empty()) summary.push_back(table("Result", rows));
  for (const auto& [key, value] : json.items()) {
    const Json records = record_rows(value);
    if (records.empty()) continue;
    if (key == "efforts") replace(summary, table("Efforts", records));  // those of every step, not of the rows alone
    else summary.push_back(table("Result: " + spaced(key), records));
  }
}

}  // namespace gough::studio
