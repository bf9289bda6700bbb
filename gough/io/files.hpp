#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace gough {

// A file or a pipe to read from. Throws InputError where there is none, or a folder.
std::ifstream open_file(const std::filesystem::path& path);

// Whole content of a text file of at most `limit` bytes. Throws InputError when it cannot be read or is larger.
std::string read_text(const std::filesystem::path& path, std::size_t limit);

// Writes to a temporary name beside it and renames, so that nobody sees half a file. Throws InputError.
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace gough
