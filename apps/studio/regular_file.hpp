#pragma once

#include <filesystem>
#include <string>

namespace gough::studio {

// Where a file is, behind links. Throws InputError where there is none, or something else that one could wait for: a pipe, a device.
std::filesystem::path regular_file(const std::filesystem::path& path);

// Its content, of at most `limit` bytes. Throws InputError; never waits, even if the file has become a pipe meanwhile.
std::string read_regular(const std::filesystem::path& path, std::size_t limit);

}  // namespace gough::studio
