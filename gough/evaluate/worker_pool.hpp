#pragma once

#include <cstddef>
#include <functional>

namespace gough {

// Of this machine; at least 1.
std::size_t core_count();

// Does n things by blocks of at most `block` of them, on several threads: as many as there are cores if `threads` is 0, and never more than
// there are blocks. Each thread asks `make_worker` for a function of its own and calls it with the bounds [first, end) of block after
// block. What one of them throws comes out here, and no further block is begun.
using BlockWorker = std::function<void(std::size_t first, std::size_t end)>;
void for_blocks(std::size_t n, std::size_t block, int threads, const std::function<BlockWorker()>& make_worker);

}  // namespace gough
