#include "gough/evaluate/executable_pages.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace gough {

std::shared_ptr<const ExecutablePages> ExecutablePages::make(const std::vector<std::uint8_t>& code, std::string* why_not) {
  const auto refused = [&](const char* what) {
    if (why_not) *why_not = std::string(what) + ": " + std::strerror(errno);
    return nullptr;
  };
  void* begin = ::mmap(nullptr, code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return refused("no memory for machine code");
  const std::shared_ptr<const ExecutablePages> out(new ExecutablePages(begin, code.size()));
  std::memcpy(begin, code.data(), code.size());
  if (::mprotect(begin, code.size(), PROT_READ | PROT_EXEC) != 0) return refused("the system allows no machine code made in memory");
  return out;
}

ExecutablePages::~ExecutablePages() { ::munmap(begin_, size_); }

}  // namespace gough
