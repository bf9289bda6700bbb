#pragma once

#include <string>

#include "gough/io/key.hpp"

// Which numbers a key of a file may have: by its unit and its check, or as its own range says.
namespace gough::schema {

// Every number of the key is in it, and not in (−smallest, smallest) where it must not be zero.
KeyRange range_of(const Key& key);
double smallest_of(const Key& key);

// Whether the unit has bounds: a key of numbers needs one that has.
bool has_bounds(const Key& key);

// What is wrong with a number, or nothing.
std::string complaint(const Key& key, double value);

// ", from 0 to 1e+06", for the reference pages.
std::string range_text(const Key& key);

}  // namespace gough::schema
