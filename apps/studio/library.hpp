#pragma once

#include "apps/studio/session.hpp"

namespace gough::studio {

// What a page may load from the robot's folder: CSV files and result folders (those with a states.csv), with their sizes.
Json recordings_in(const std::filesystem::path& folder);

// One of them, as the page plays it (apps/studio/recording.hpp). Throws InputError for any name that leads out of the folder.
std::string load_recording(Session& session, const std::string& name);

// The same from a text that the page sends.
std::string read_recording(Session& session, const std::string& text, const std::string& name);

}  // namespace gough::studio
