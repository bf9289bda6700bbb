#pragma once

#include <filesystem>

// The folder of compiled programs. What lies in it is run, so it must be the user's own and closed to everybody else.
namespace gough {

// $GOUGH_CACHE, else $XDG_CACHE_HOME/gough, else ~/.cache/gough; made if it is not there. Throws InputError where it is not private.
std::filesystem::path private_cache();

// Throws InputError with what is wrong: a link, another owner, or permissions for others (0700 is asked).
void require_private_folder(const std::filesystem::path& folder);

// False if it is not there. Throws InputError where it is a link or no file, has another owner or a second name, or others may write it.
bool is_private_file(const std::filesystem::path& file);

}  // namespace gough
