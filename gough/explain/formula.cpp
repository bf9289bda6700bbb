#include "gough/explain/formula.hpp"

#include <array>
#include <map>
#include <stdexcept>
#include <vector>

namespace gough::explain {
namespace {

enum class Kind { row, identifier, number, operation, words, space, accent };

// A formula as a tree: symbols in rows, each with a subscript and a superscript or without.
struct Node {
  Kind kind = Kind::row;
  std::string symbol;       // Unicode; of an accent its combining mark
  std::vector<Node> parts;  // of a row; of an accent what it stands on
  std::vector<Node> below, above;
};

struct Symbol {
  Kind kind;
  const char* unicode;
};

const std::map<std::string, Symbol>& symbols() {
  static const std::map<std::string, Symbol> all{
      {"alpha", {Kind::identifier, "α"}},  {"beta", {Kind::identifier, "β"}},   {"gamma", {Kind::identifier, "γ"}},
      {"zeta", {Kind::identifier, "ζ"}},   {"theta", {Kind::identifier, "θ"}},  {"tau", {Kind::identifier, "τ"}},
      {"omega", {Kind::identifier, "ω"}},  {"sigma", {Kind::identifier, "σ"}},  {"phi", {Kind::identifier, "φ"}},
      {"Psi", {Kind::identifier, "Ψ"}},    {"Omega", {Kind::identifier, "Ω"}},  {"Gamma", {Kind::identifier, "Γ"}},
      {"Lambda", {Kind::identifier, "Λ"}}, {"lambda", {Kind::identifier, "λ"}}, {"partial", {Kind::identifier, "∂"}},
      {"sum", {Kind::operation, "∑"}},     {"times", {Kind::operation, "×"}},   {"geq", {Kind::operation, "≥"}},
      {"in", {Kind::operation, "∈"}},      {"to", {Kind::operation, "→"}},      {"Rightarrow", {Kind::operation, "⇒"}},
      {"cdot", {Kind::operation, "·"}},    {"dagger", {Kind::operation, "⁺"}},  {"quad", {Kind::space, "  "}},
      {"ldots", {Kind::operation, "…"}},   {"{", {Kind::operation, "{"}},       {"}", {Kind::operation, "}"}},
      {",", {Kind::space, " "}},           {" ", {Kind::space, " "}},
  };
  return all;
}

constexpr const char* kDot = "\u0307";
constexpr const char* kTwoDots = "\u0308";
constexpr const char* kTilde = "\u0303";

// \textNAME: characters that LaTeX's words need a command for.
const std::map<std::string, char>& spelled() {
  static const std::map<std::string, char> all{{"textbackslash", '\\'}, {"textasciitilde", '~'}, {"textasciicircum", '^'}};
  return all;
}

class Reader {
 public:
  explicit Reader(const std::string& formula) : text_(formula) {}

  Node whole() {
    Node out = row();
    if (at_ < text_.size()) fail("a } without its {");
    return out;
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;

  [[noreturn]] void fail(const std::string& what) const { throw std::invalid_argument("formula '" + text_ + "': " + what); }
  bool ended() const { return at_ >= text_.size() || text_[at_] == '}'; }
  static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool digit(char c) { return (c >= '0' && c <= '9') || c == '.'; }

  Node row() {
    Node out;
    while (!ended()) {
      if (text_[at_] == ' ') {
        ++at_;
        continue;
      }
      out.parts.push_back(scripted());
    }
    return out;
  }

  Node scripted() {
    Node out = atom();
    while (!ended() && (text_[at_] == '_' || text_[at_] == '^')) {
      std::vector<Node>& side = text_[at_++] == '_' ? out.below : out.above;
      if (!side.empty() || ended()) fail("a script twice, or without anything");
      side.push_back(atom());
    }
    return out;
  }

  Node atom() {
    const char c = text_[at_];
    if (c == '{') return group();
    if (c == '\\') return command();
    if (c == '_' || c == '^') fail("a script without what it belongs to");
    Node out;
    out.kind = letter(c) ? Kind::identifier : digit(c) ? Kind::number : Kind::operation;
    do out.symbol += text_[at_++];
    while (at_ < text_.size() && ((out.kind == Kind::number && digit(text_[at_])) || (text_[at_] & 0xC0) == 0x80));
    return out;
  }

  Node group() {
    ++at_;
    Node out = row();
    if (at_ >= text_.size()) fail("a { without its }");
    ++at_;
    return out;
  }

  std::string command_name() {
    ++at_;
    std::string name;
    while (at_ < text_.size() && letter(text_[at_])) name += text_[at_++];
    if (name.empty() && at_ < text_.size()) name = text_[at_++];
    return name;
  }

  Node command() {
    const std::string name = command_name();
    Node out;
    if (name == "text") return words();
    if (name == "dot" || name == "ddot" || name == "tilde") {
      out.kind = Kind::accent;
      out.symbol = name == "dot" ? kDot : name == "ddot" ? kTwoDots : kTilde;
      if (ended()) fail("\\" + name + " over nothing");
      out.parts.push_back(atom());
      return out;
    }
    const auto found = symbols().find(name);
    if (found == symbols().end()) fail("no symbol \\" + name);
    out.kind = found->second.kind;
    out.symbol = found->second.unicode;
    return out;
  }

  Node words() {
    if (at_ >= text_.size() || text_[at_] != '{') fail("\\text without {");
    Node out;
    out.kind = Kind::words;
    for (++at_; at_ < text_.size() && text_[at_] != '}';) {
      if (text_[at_] != '\\') {
        out.symbol += text_[at_++];
        continue;
      }
      const std::string name = command_name();
      const auto found = spelled().find(name);
      out.symbol += found != spelled().end() ? std::string(1, found->second) : name;
      if (found != spelled().end() && at_ + 1 < text_.size() && text_[at_] == '{') at_ += 2;  // its empty {}
    }
    if (at_ >= text_.size()) fail("\\text without }");
    ++at_;
    return out;
  }
};

// ---- MathML

std::string markup(const Node& node);

std::string element(const char* name, const std::string& inside) { return std::string("<") + name + ">" + inside + "</" + name + ">"; }

std::string bare_markup(const Node& node) {
  switch (node.kind) {
    case Kind::row: {
      std::string inside;
      for (const Node& part : node.parts) inside += markup(part);
      return node.parts.size() == 1 ? inside : element("mrow", inside);
    }
    case Kind::identifier: return element("mi", node.symbol);
    case Kind::number: return element("mn", node.symbol);
    case Kind::operation:
      if (std::string("()[]").find(node.symbol) != std::string::npos) return "<mo stretchy=\"false\">" + node.symbol + "</mo>";
      return element("mo", escaped(node.symbol == "-" ? "−" : node.symbol));
    case Kind::words: return element("mtext", escaped(node.symbol));
    case Kind::space: return std::string("<mspace width=\"") + (node.symbol.size() > 1 ? "1.2em" : "0.3em") + "\"></mspace>";
    case Kind::accent: {
      const char* mark = node.symbol == kDot ? "˙" : node.symbol == kTwoDots ? "¨" : "~";
      return "<mover accent=\"true\">" + markup(node.parts[0]) + element("mo", mark) + "</mover>";
    }
  }
  return "";
}

std::string markup(const Node& node) {
  const std::string base = bare_markup(node);
  const bool under = node.symbol == "∑";
  if (!node.below.empty() && !node.above.empty())
    return element(under ? "munderover" : "msubsup", base + markup(node.below[0]) + markup(node.above[0]));
  if (!node.below.empty()) return element(under ? "munder" : "msub", base + markup(node.below[0]));
  if (!node.above.empty()) return element(under ? "mover" : "msup", base + markup(node.above[0]));
  return base;
}

// ---- one line

std::string line(const Node& node);

// Superscripts that Unicode has.
std::string raised(const std::string& text) {
  static const std::map<std::string, std::string> all{{"T", "ᵀ"}, {"-1", "⁻¹"}, {"−1", "⁻¹"}, {"-T", "⁻ᵀ"}, {"−T", "⁻ᵀ"},
                                                      {"+", "⁺"}, {"⁺", "⁺"},   {"2", "²"},   {"3", "³"},   {"*", "*"}};
  const auto found = all.find(text);
  return found != all.end() ? found->second : "^" + text;
}

std::string bare_line(const Node& node) {
  if (node.kind == Kind::accent) return line(node.parts[0]) + node.symbol;
  if (node.kind != Kind::row) return node.symbol == "-" ? "−" : node.symbol;
  std::string out;
  const Node* before = nullptr;
  for (const Node& part : node.parts) {
    static const std::array<const char*, 10> kSpaced{"=", "+", "-", "∈", "→", "⇒", "≥", ";", ",", "∑"};
    bool spaced = false;
    for (const char* s : kSpaced) spaced |= part.kind == Kind::operation && part.symbol == s;
    const bool sign =
        part.symbol == "-" && (!before || (before->kind == Kind::operation && before->symbol != ")" && before->symbol != "]"));
    const bool leading = out.empty() || sign || part.symbol == "," || part.symbol == ";";
    const std::string one = line(part);
    if (spaced && !leading && out.back() != ' ') out += " ";
    const bool word_after_word = part.kind == Kind::words && !out.empty() && out.back() != ' ' && out.back() != '(' && out.back() != '[';
    out += (word_after_word ? " " : "") + one;
    if (spaced && !sign && !(out == one && part.symbol != "∑")) out += " ";
    before = &part;
  }
  return out;
}

std::string line(const Node& node) {
  std::string out = bare_line(node);
  if (!node.below.empty()) {
    const std::string below = line(node.below[0]);
    out += "_" + (below.find(' ') == std::string::npos ? below : "(" + below + ")");
  }
  if (!node.above.empty()) out += raised(line(node.above[0]));
  return out;
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

std::string mathml(const std::string& formula, bool display) {
  const std::string inside = markup(Reader(formula).whole());
  return (display ? "<math display=\"block\">" : "<math>") + inside + "</math>";
}

std::string plain(const std::string& formula) { return line(Reader(formula).whole()); }

std::string text(const std::string& name) {
  std::string out = "\\text{";
  for (char c : name) {
    if (c == '\\') out += "\\textbackslash{}";
    else if (c == '~') out += "\\textasciitilde{}";
    else if (c == '^') out += "\\textasciicircum{}";
    else if (std::string("_{}$&#%").find(c) != std::string::npos) out += std::string("\\") + c;
    else out += c;
  }
  return out + "}";
}

}  // namespace gough::explain
