#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "gough/dynamics/formulation.hpp"
#include "gough/kinematics/data.hpp"
#include "gough/model/external_load.hpp"

// The model of a robot as the source of a formulation writes it: formulas, tables and matrices with the robot's own names, the numbers of
// one state, and which entries are the same at every state. Plain data, from which pages and files are made. Texts are prose with formulas
// between $ and $ (gough/explain/formula.hpp).
namespace gough::explain {

// What an entry of a matrix is at the states that were looked at: 0, 1, another number that stays, or one that varies.
enum class Entry : char { zero = '0', one = '1', constant = 'c', varying = 'v' };

// The name of a row or a column as a formula, and its unit. An entry's unit is its row's over its column's.
struct Label {
  std::string name, unit;
};

struct WrittenMatrix {
  std::vector<std::string> path;     // where it stands in JSON and in Python: {"legs", "leg1", "M"}
  std::string symbol;                // formula
  std::string meaning;               // prose
  std::string equations;             // "[O, Eq. 58], docs/theory.md (4.7)"
  std::vector<Label> rows, columns;  // a vector has one column, whose name is empty
  MatX<double> value;
  std::vector<Entry> structure;  // row by row; empty where no other state was looked at
};

struct Paragraph {
  std::string text;  // prose
};

struct DisplayedFormula {
  std::string formula, equations;
};

struct WrittenTable {
  std::string title, equations;                // prose
  std::vector<std::string> header;             // prose
  std::vector<std::vector<std::string>> rows;  // prose
};

using Item = std::variant<Paragraph, DisplayedFormula, WrittenTable, WrittenMatrix>;

struct Section {
  std::string title;  // prose
  std::vector<Item> items;
  std::string alike;  // the leg whose section before this one has the same form; empty where this is the first of its form
};

struct Part {
  Formulation formulation = Formulation::platform_legs;
  std::string source;  // prose
  std::vector<Section> sections;
  std::string refused;  // why this robot cannot be written so; there are no sections then
};

struct WrittenModel {
  std::string name, description, reference;
  std::vector<std::string> facts;  // prose: mobility, free components, actuators
  std::vector<WrittenMatrix> state;
  std::vector<Part> parts;
  int states = 0;          // that the structure was judged by, besides the one shown; 0 where there is none
  std::uint64_t seed = 1;  // of these states
};

// One formulation at the state of `kinematics`, whose positions, velocities and accelerations are filled; no structure yet. Throws
// InputError where the formulation does not take the robot.
Part written_part(const Robot& robot, Formulation formulation, const Load& load, const KinematicsData<double>& kinematics);

// Several formulations, refusals among them, with the structure that seeded random states show and the base parameters of V.
WrittenModel written_model(const Robot& robot, const std::vector<Formulation>& formulations, const Load& load,
                           const KinematicsData<double>& kinematics);

// Calls f(matrix) for every matrix of a part.
template <class P, class F>
void for_each_matrix(P& part, const F& f) {
  for (auto& section : part.sections)
    for (auto& item : section.items)
      if (auto* matrix = std::get_if<WrittenMatrix>(&item)) f(*matrix);
}

// The matrix at a path; nothing where there is none.
const WrittenMatrix* find_matrix(const Part& part, const std::vector<std::string>& path);

}  // namespace gough::explain
