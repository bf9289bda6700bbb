#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gough {

struct NamedText {
  std::string name, text;
};

// Writes the files of a folder as a unit: they are made in a new folder beside it, which then takes its place in one step, other files and
// folders in it included. Whoever looks, and whatever ends the process, sees the old files or the new ones. Where the system cannot do that
// (no such step, links forbidden, the folder above closed, the process stands inside), the files take their places one after another, in
// the order given. Throws InputError.
void write_folder(const std::filesystem::path& folder, const std::vector<NamedText>& files);

// That `write_folder` will be able to, found out by trying. Throws InputError.
void require_writable_folder(const std::filesystem::path& folder);

}  // namespace gough
