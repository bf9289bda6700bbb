#pragma once

#include <algorithm>
#include <span>

namespace gough {

// Stable; few numbers are sorted in place, without memory of its own.
template <class T, class Less>
void sort_few(std::span<T> all, const Less& less) {
  if (all.size() > 32) return std::stable_sort(all.begin(), all.end(), less);
  for (std::size_t k = 1; k < all.size(); ++k) {
    const T x = all[k];
    std::size_t place = k;
    for (; place > 0 && less(x, all[place - 1]); --place) all[place] = all[place - 1];
    all[place] = x;
  }
}

}  // namespace gough
