#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gough {

// Memory that holds code: written first, then executable, never both.
class ExecutablePages {
 public:
  // Nothing, and the reason in `why_not`, where the system refuses.
  static std::shared_ptr<const ExecutablePages> make(const std::vector<std::uint8_t>& code, std::string* why_not);
  ~ExecutablePages();
  ExecutablePages(const ExecutablePages&) = delete;
  ExecutablePages& operator=(const ExecutablePages&) = delete;

  void* at(std::size_t offset) const { return static_cast<std::uint8_t*>(begin_) + offset; }
  std::size_t size() const { return size_; }

 private:
  ExecutablePages(void* begin, std::size_t size) : begin_(begin), size_(size) {}
  void* begin_;
  std::size_t size_;
};

}  // namespace gough
