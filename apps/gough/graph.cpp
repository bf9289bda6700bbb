#include "apps/gough/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gough/model/nacelle_share.hpp"

namespace gough::command {
namespace {

constexpr double kColumn = 64, kRow = 56, kBox = 34, kMargin = 30, kTop = 100;

struct Node {
  std::string text, title;
  bool actuated = false;
  int above = -1;  // index of the node it stands on, towards the base; -1 is the base
};

// A joint that closes a loop between two nodes; -1 is the base.
struct LoopEdge {
  int a, b;
  std::string letter;
};

// What one leg looks like in one of the graphs: a tree of boxes, and where each of its branches ends.
struct Column {
  std::vector<Node> nodes;
  std::vector<std::pair<int, std::string>> ends;  // last node of each tip, and the joint that meets the nacelle
  std::vector<std::string> bodies;                // nacelle body of each tip; none of a branch that only a loop holds
  std::vector<LoopEdge> loops;

  bool stands_on(int node, int on) const {
    while (node >= 0 && node != on) node = nodes[node].above;
    return node == on;
  }
};

// Branches without a tip end beside the others.
void end_branches(Column& column) {
  const int count = static_cast<int>(column.nodes.size());
  for (int node = 0; node < count; ++node) {
    bool last = true;
    for (int other = 0; other < count; ++other) last &= other == node || !column.stands_on(other, node);
    for (const auto& end : column.ends) last &= end.first != node;
    if (!last) continue;
    column.ends.emplace_back(node, "");
    column.bodies.emplace_back();
  }
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

std::string tip_letter(TipKind kind) {
  static const char* const kLetters[] = {"S", "U", "R", ""};
  return kLetters[static_cast<int>(kind)];
}

// Joints as the file writes them: a universal joint is one box.
Column joint_column(const Robot& robot, const Leg& leg) {
  Column out;
  std::map<int, int> node_of_joint;
  for (std::size_t j = 0; j < leg.joints.size();) {
    std::size_t end = j;
    int turns = 0, slides = 0;
    bool actuated = false;
    while (end < leg.joints.size() && leg.joints[end].spec == leg.joints[j].spec) {
      (leg.joints[end].revolute ? turns : slides) += 1;
      actuated |= leg.joints[end].actuator >= 0;
      ++end;
    }
    const std::string one = letter(leg.joints[j]), kind = slides ? (turns ? "C" : one) : turns == 1 ? one : turns == 2 ? "U" : "S";
    const std::string name = leg.joints[j].name.substr(0, leg.joints[j].name.find('.'));
    const int parent = leg.joints[j].parent;
    out.nodes.push_back({kind, leg.name + " " + name, actuated, parent < 0 ? -1 : node_of_joint[parent]});
    for (; j < end; ++j) node_of_joint[static_cast<int>(j)] = static_cast<int>(out.nodes.size()) - 1;
  }
  for (const Tip& tip : leg.tips) {
    int last = node_of_joint[tip.leg.body];
    if (tip.kind != TipKind::rigid) {
      out.nodes.push_back({tip_letter(tip.kind), leg.name + " " + tip.name, false, last});
      last = static_cast<int>(out.nodes.size()) - 1;
    }
    out.ends.emplace_back(last, "");
    out.bodies.push_back(robot.nacelle.body_names[tip.nacelle.body]);
  }
  const auto node = [&](const TipSide& side) { return side.body < 0 ? -1 : node_of_joint[side.body]; };
  for (const LegLoop& loop : leg.loops) out.loops.push_back({node(loop.a), node(loop.b), tip_letter(loop.kind)});
  end_branches(out);
  return out;
}

Column body_column(const Robot& robot, const Leg& leg) {
  static const char* const kLetters[] = {"B", "Sp", "T", "S"};
  Column out;
  const auto on_path = [](const Tip& tip, int joint) { return std::find(tip.path.begin(), tip.path.end(), joint) != tip.path.end(); };
  std::vector<int> last(leg.tips.size(), -1);
  for (const Element& e : leg.elements) {
    int below = -1;
    for (std::size_t t = 0; t < leg.tips.size(); ++t)
      if (on_path(leg.tips[t], e.upper)) below = std::max(below, last[t]);
    out.nodes.push_back({kLetters[static_cast<int>(e.type)], leg.name + " " + e.name, e.actuated, below});
    for (std::size_t t = 0; t < leg.tips.size(); ++t)
      if (on_path(leg.tips[t], e.upper)) last[t] = static_cast<int>(out.nodes.size()) - 1;
  }
  for (std::size_t t = 0; t < leg.tips.size(); ++t) {
    out.ends.emplace_back(last[t], tip_letter(leg.tips[t].kind));
    out.bodies.push_back(robot.nacelle.body_names[leg.tips[t].nacelle.body]);
  }
  return out;
}

class Panel {
 public:
  Panel(const Robot& robot, bool joints) {
    for (const Leg& leg : robot.legs) columns_.push_back(joints ? joint_column(robot, leg) : body_column(robot, leg));
    for (const Column& c : columns_) {
      columns_wide_ += static_cast<double>(c.ends.size());
      for (std::size_t k = 0; k < c.nodes.size(); ++k) deepest_ = std::max(deepest_, depth(c, static_cast<int>(k)) + 1);
    }
    place_bodies(robot, !joints);
  }

  double width() const { return std::max(columns_wide_ * kColumn, 200.0); }
  int depth() const { return deepest_; }

  // Base at the bottom, nacelle on top, height in rows of boxes.
  std::string svg(double left, int rows, const std::string& title) const {
    const double base = kTop + (rows + 1) * kRow, top = kTop;
    std::string lines, boxes;
    boxes += fmt::format("<text class='title' x='{}' y='30'>{}</text>\n", left + width() / 2, title);
    boxes += bar(left, base, width(), "base", "#e8e8e8");
    for (const Body& b : bodies_) {
      boxes += bar(left + b.left, top, b.wide, b.name, b.platform ? "#fbe3b0" : "#f4ecd8");
      boxes += share_row(left + b.left, top, b.wide, b.shares);
    }
    for (const auto& [a, b, letter] : links_)
      lines += arc(left + bodies_[a].left + bodies_[a].wide / 2, left + bodies_[b].left + bodies_[b].wide / 2, top - 13, letter);
    double x = left + (width() - columns_wide_ * kColumn) / 2;
    for (const Column& c : columns_) {
      const double span = static_cast<double>(c.ends.size()) * kColumn;
      std::vector<std::pair<double, double>> at(c.nodes.size());
      for (std::size_t k = 0; k < c.nodes.size(); ++k) {
        at[k] = {x + centre(c, static_cast<int>(k)) * kColumn, base - (depth(c, static_cast<int>(k)) + 1) * kRow};
        const std::pair<double, double> from = c.nodes[k].above < 0 ? std::pair{at[k].first, base} : at[c.nodes[k].above];
        lines += line(from, at[k]);
        boxes += box(at[k], c.nodes[k]);
      }
      for (const LoopEdge& loop : c.loops) {
        const auto place = [&](int node, int other) { return node < 0 ? std::pair{at[other].first + kBox / 2, base} : at[node]; };
        const std::pair<double, double> from = place(loop.a, loop.b), to = place(loop.b, loop.a);
        lines += line(from, to);
        boxes += edge(from, to, loop.letter);
      }
      for (std::size_t t = 0; t < c.ends.size(); ++t) {
        if (c.bodies[t].empty()) continue;
        const Body& body = *std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& b) { return b.name == c.bodies[t]; });
        const double low = left + body.left + 12, high = left + body.left + body.wide - 12;
        const double own = x + (static_cast<double>(t) + 0.5) * kColumn;
        const std::pair<double, double> to{std::clamp(own, low, high), top};
        const std::pair<double, double> from = c.ends[t].first < 0 ? std::pair{own, base} : at[c.ends[t].first];
        lines += line(from, to);
        if (!c.ends[t].second.empty()) boxes += edge(from, to, c.ends[t].second);
      }
      x += span;
    }
    return lines + boxes;
  }

 private:
  struct Body {
    std::string name;
    bool platform;
    double left, wide;
    std::vector<std::string> shares;  // names of the legs that have one each, in the graph of elements
  };
  struct Link {
    std::size_t a, b;
    std::string letter;
  };

  std::vector<Column> columns_;
  std::vector<Body> bodies_;
  std::vector<Link> links_;
  double columns_wide_ = 0;
  int deepest_ = 0;

  // The nacelle's bodies side by side, as wide as the legs they carry and in the order of those.
  void place_bodies(const Robot& robot, bool with_shares) {
    const std::vector<std::string>& names = robot.nacelle.body_names;
    std::vector<double> sum(names.size(), 0), count(names.size(), 0);
    double column = 0;
    for (const Column& c : columns_)
      for (const std::string& body : c.bodies) {
        if (body.empty()) {
          ++column;
          continue;
        }
        const auto b = std::find(names.begin(), names.end(), body) - names.begin();
        sum[b] += column++;
        ++count[b];
      }
    std::vector<std::size_t> order(names.size());
    for (std::size_t b = 0; b < order.size(); ++b) order[b] = b;
    const auto middle = [&](std::size_t b) { return count[b] > 0 ? sum[b] / count[b] : column / 2; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return middle(a) < middle(b); });
    double total = 0, at = 0;
    for (double c : count) total += std::max(c, 1.5);
    std::vector<std::size_t> place(names.size());
    for (std::size_t b : order) {
      const double wide = width() * std::max(count[b], 1.5) / total;
      place[b] = bodies_.size();
      bodies_.push_back({names[b], b == 0, at + 4, wide - 8, {}});
      if (with_shares)
        for (const NacelleShare& s : nacelle_shares(robot))
          if (s.body == static_cast<int>(b)) bodies_.back().shares.push_back(robot.legs[s.leg].name);
      at += wide;
    }
    for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
      links_.push_back({place[robot.nacelle.joints[k].parent], place[k + 1], letter(robot.nacelle.joints[k])});
    for (const TreeLoop& loop : robot.nacelle.loops) links_.push_back({place[loop.a.body], place[loop.b.body], tip_letter(loop.kind)});
  }

  static std::string arc(double x1, double x2, double y, const std::string& letter) {
    return fmt::format(
        "<path d='M {0} {2} Q {3} {4} {1} {2}' fill='none' stroke='#555' stroke-width='1.4'/><text class='edge' x='{3}' "
        "y='{5}'>{6}</text>\n",
        x1, x2, y, (x1 + x2) / 2, y - 34, y - 20, letter);
  }

  static int depth(const Column& c, int node) {
    int d = 0;
    for (int k = c.nodes[node].above; k >= 0; k = c.nodes[k].above) ++d;
    return d;
  }

  // A box stands in the middle of the tips that hang on it.
  static double centre(const Column& c, int node) {
    double sum = 0;
    int count = 0;
    for (std::size_t t = 0; t < c.ends.size(); ++t)
      for (int k = c.ends[t].first; k >= 0; k = c.nodes[k].above)
        if (k == node) {
          sum += static_cast<double>(t) + 0.5;
          ++count;
        }
    return count ? sum / count : 0.5;
  }

  static std::string line(std::pair<double, double> a, std::pair<double, double> b) {
    return fmt::format("<line x1='{}' y1='{}' x2='{}' y2='{}'/>\n", a.first, a.second, b.first, b.second);
  }

  static std::string edge(std::pair<double, double> a, std::pair<double, double> b, const std::string& letter) {
    return fmt::format("<text class='edge' x='{}' y='{}'>{}</text>\n", (a.first + b.first) / 2 + 10, (a.second + b.second) / 2, letter);
  }

  static std::string bar(double x, double y, double wide, const std::string& text, const char* fill) {
    return fmt::format("<rect x='{}' y='{}' width='{}' height='26' rx='4' fill='{}'/><text x='{}' y='{}'>{}</text>\n", x, y - 13, wide,
                       fill, x + wide / 2, y + 5, escaped(text));
  }

  // [O, Fig. 2]: the shares that a body is split into, side by side under its name, one for each leg.
  static std::string share_row(double x, double y, double wide, const std::vector<std::string>& legs) {
    std::string out;
    const double each = wide / static_cast<double>(legs.size());
    for (std::size_t k = 0; k < legs.size(); ++k) {
      const double left = x + each * static_cast<double>(k);
      out += fmt::format(
          "<g><title>1/{} of the mass and inertia, with leg {}</title><rect x='{}' y='{}' width='{}' height='12' fill='#ffffff' "
          "stroke-dasharray='3 2'/><circle cx='{}' cy='{}' r='2.5' fill='#111'/></g>\n",
          legs.size(), escaped(legs[k]), left, y + 13, each, left + each / 2, y + 19);
    }
    return out;
  }

  static std::string box(std::pair<double, double> at, const Node& node) {
    return fmt::format("<g><title>{}</title><rect x='{}' y='{}' width='{}' height='26' fill='{}'/><text x='{}' y='{}'{}>{}</text></g>\n",
                       escaped(node.title), at.first - kBox / 2, at.second - 13, kBox, node.actuated ? "#cfe3f7" : "#ffffff", at.first,
                       at.second + 5, node.actuated ? " text-decoration='underline' font-weight='bold'" : "", node.text);
  }
};

}  // namespace

std::string graph_svg(const Robot& robot) {
  const Panel joints(robot, true), bodies(robot, false);
  bool has_elements = true;
  for (const Leg& leg : robot.legs) has_elements &= !leg.elements.empty();
  const int rows = std::max(joints.depth(), bodies.depth());
  const double width = 2 * kMargin + joints.width() + (has_elements ? kMargin + bodies.width() : 0.0),
               height = kTop + (rows + 1) * kRow + 70;
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}'>\n"
      "<style>rect{{stroke:#333;stroke-width:1.2}} line{{stroke:#555;stroke-width:1.4}} "
      "text{{font:14px sans-serif;text-anchor:middle;fill:#111}} .title{{font-size:16px;font-weight:bold}} "
      ".edge{{fill:#777;font-size:12px}}</style>\n"
      "<rect x='0' y='0' width='{0}' height='{1}' fill='#ffffff' style='stroke:none'/>\n",
      width, height);
  out += joints.svg(kMargin, rows, "joints");
  if (has_elements) out += bodies.svg(2 * kMargin + joints.width(), rows, "elements");
  const bool shares = has_elements && !nacelle_shares(robot).empty();
  out += fmt::format("<text x='{}' y='{}'>{}  ({}); actuated underlined{}</text>\n</svg>\n", width / 2, height - 18, escaped(robot.name),
                     robot.notation, shares ? "; dotted boxes: shares of the nacelle, one for each leg" : "");
  return out;
}

}  // namespace gough::command
