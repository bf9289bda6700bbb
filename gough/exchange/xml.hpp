#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gough/math/types.hpp"

namespace gough {

// Numbers that read back as the same doubles, separated by spaces.
std::string xml_text(double x);
std::string xml_text(const Vec3<double>& v);

// qw qx qy qz.
std::string quaternion_text(const Mat3<double>& R);

// Roll, pitch, yaw in radians, R = Rz Ry Rx, as URDF and SDF have it; exact to rounding near pitch ±90° too.
Vec3<double> rpy_radians(const Mat3<double>& R);

// An XML document, written front to back.
class XmlWriter {
 public:
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  void open(const std::string& tag, const Attributes& attributes = {});
  void close();
  void empty(const std::string& tag, const Attributes& attributes);                               // <tag a="…"/>
  void leaf(const std::string& tag, const std::string& text, const Attributes& attributes = {});  // <tag>text</tag>
  const std::string& text() const { return text_; }

 private:
  std::string text_ = "<?xml version=\"1.0\"?>\n";
  std::vector<std::string> open_;

  void start(const std::string& tag, const Attributes& attributes, const std::string& end);
};

}  // namespace gough
