#include "gough/exchange/xml.hpp"

#include <fmt/format.h>

namespace gough {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

}  // namespace

std::string xml_text(double x) { return fmt::format("{}", x + 0.0); }  // no -0

std::string xml_text(const Vec3<double>& v) { return xml_text(v.x()) + " " + xml_text(v.y()) + " " + xml_text(v.z()); }

std::string quaternion_text(const Mat3<double>& R) {
  const Eigen::Quaterniond q(R);
  return xml_text(q.w()) + " " + xml_text(Vec3<double>(q.vec()));
}

Vec3<double> rpy_radians(const Mat3<double>& R) {
  const double pitch = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0))), yaw = std::atan2(R(1, 0), R(0, 0));
  // what remains after turning yaw back, which is right even where yaw is anything
  const double c = std::cos(yaw), s = std::sin(yaw);
  const double roll = std::atan2(s * R(0, 2) - c * R(1, 2), c * R(1, 1) - s * R(0, 1));
  return {roll, pitch, yaw};
}

void XmlWriter::start(const std::string& tag, const Attributes& attributes, const std::string& end) {
  text_ += std::string(2 * open_.size(), ' ') + "<" + tag;
  for (const auto& [name, value] : attributes) text_ += " " + name + "=\"" + escaped(value) + "\"";
  text_ += end;
}

void XmlWriter::open(const std::string& tag, const Attributes& attributes) {
  start(tag, attributes, ">\n");
  open_.push_back(tag);
}

void XmlWriter::close() {
  const std::string tag = open_.back();
  open_.pop_back();
  text_ += std::string(2 * open_.size(), ' ') + "</" + tag + ">\n";
}

void XmlWriter::empty(const std::string& tag, const Attributes& attributes) { start(tag, attributes, "/>\n"); }

void XmlWriter::leaf(const std::string& tag, const std::string& text, const Attributes& attributes) {
  start(tag, attributes, ">" + escaped(text) + "</" + tag + ">\n");
}

}  // namespace gough
