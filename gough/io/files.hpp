#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace gough {

// A file or a pipe to read from. Throws InputError where there is none, or a folder.
std::ifstream open_file(const std::filesystem::path& path);

// Whole content of a text file of at most `limit` bytes. Throws InputError when it cannot be read or is larger.
std::string read_text(const std::filesystem::path& path, std::size_t limit);

// Writes to a temporary name beside it, brings that to the disk and renames, so that nobody ever sees half a file, whatever fails. What
// other processes that ended too early have left of this file is removed. Throws InputError.
void write_text(const std::filesystem::path& path, const std::string& text);

// That `write_text` will be able to, found out by trying, for what computes long before it writes. An empty path is fine. Throws
// InputError.
void require_writable(const std::filesystem::path& path);

}  // namespace gough
