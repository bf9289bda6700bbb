#pragma once

#include <chrono>
#include <cstddef>

// What clients may take of the server; docs/studio.md says the same.
namespace gough::studio::limits {

constexpr std::size_t kFirstLine = 8 << 10, kHead = 16 << 10;     // bytes of a request before its body
constexpr std::size_t kHeaders = 64;                              // lines of it
constexpr std::size_t kCommand = 64 << 10, kUpload = 32 << 20;    // bytes of a body
constexpr std::size_t kBodies = 64 << 20;                         // bytes of all bodies that are being read or answered
constexpr std::size_t kConnections = 64;                          // open at once
constexpr std::size_t kListeners = 8, kWorkers = kListeners + 4;  // pages that listen to events; requests answered at once

constexpr auto kRequestTime = std::chrono::seconds(10);  // until a request has come whole
constexpr auto kReplyTime = std::chrono::seconds(10);    // until its reply has been taken whole; of events, until one has
constexpr auto kFarewell = std::chrono::seconds(1);      // until a client that has its reply closes

}  // namespace gough::studio::limits
