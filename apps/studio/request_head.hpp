#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gough::studio {

// A request up to its body, as the door understands it.
struct RequestHead {
  int status = 0;        // of the refusal; 0: fine
  std::string why;       // it is refused
  std::string text;      // the first line and the headers that the server looks at: nothing else is handed on, no ranges, no encodings
  std::size_t body = 0;  // bytes that follow
  bool waits = false;    // its body comes after "100 Continue" only
};

// `text` ends with the blank line.
RequestHead read_head(std::string_view text);

}  // namespace gough::studio
