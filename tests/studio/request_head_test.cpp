#include "apps/studio/request_head.hpp"

#include <gtest/gtest.h>

#include "apps/studio/limits.hpp"

namespace gough::studio {
namespace {

int status_of(const std::string& text) { return read_head(text + "\r\n").status; }

TEST(RequestHead, HandsOnWhatTheServerLooksAtAndNothingElse) {
  const RequestHead head = read_head(
      "POST /command HTTP/1.1\r\nHOST:  here \r\nRange: bytes=0-,0-\r\nAccept-Encoding: br\r\nContent-Type: multipart/form-data\r\n"
      "Content-Length: 12\r\nExpect: 100-continue\r\nOrigin: a\r\norigin: b\r\n\r\n");
  EXPECT_EQ(head.status, 0) << head.why;
  EXPECT_EQ(head.body, 12u);
  EXPECT_TRUE(head.waits);
  EXPECT_EQ(head.text, "POST /command HTTP/1.1\r\nhost: here\r\norigin: a\r\norigin: b\r\ncontent-length: 12\r\n\r\n");
}

TEST(RequestHead, BoundsAreNamed) {
  const std::string get = "GET / HTTP/1.1\r\n";
  std::string many = get;
  for (std::size_t k = 0; k < limits::kHeaders; ++k) many += "a: b\r\n";
  EXPECT_EQ(status_of(many), 0);
  EXPECT_EQ(status_of(many + "a: b\r\n"), 431);
  EXPECT_EQ(status_of(get + "a: " + std::string(limits::kHead, 'b') + "\r\n"), 431);
  EXPECT_EQ(status_of("GET /" + std::string(limits::kFirstLine, 'a') + " HTTP/1.1\r\n"), 414);
  const auto post = [](const std::string& path, const std::string& length) {
    return status_of("POST " + path + " HTTP/1.1\r\nContent-Length: " + length + "\r\n");
  };
  EXPECT_EQ(post("/command", std::to_string(limits::kCommand)), 0);
  EXPECT_EQ(post("/command", std::to_string(limits::kCommand + 1)), 413);
  EXPECT_EQ(post("/upload", std::to_string(limits::kUpload)), 0);
  EXPECT_EQ(post("/upload", std::to_string(limits::kUpload + 1)), 413);
  EXPECT_EQ(post("/upload", "99999999999999999999999"), 413);
}

TEST(RequestHead, NonsenseIsRefused) {
  for (const char* line :
       {"", "GET /", "GET  HTTP/1.1", "GET / HTTP/2", "GET x HTTP/1.1", "GET / / HTTP/1.1", "GET /\x01 HTTP/1.1", "GET /\n HTTP/1.1"})
    EXPECT_EQ(status_of(std::string(line) + "\r\n"), 400) << line;
  EXPECT_EQ(status_of("PUT / HTTP/1.1\r\n"), 405);
  for (const char* header : {"a", ": b", "a b: c", " a: b", "a: b\nc: d", "a: \x01", "a\r: b"})
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\n" + std::string(header) + "\r\n"), 400) << header;
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nContent-Length: 1\r\n"), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\n"), 411);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n"), 411);
  for (const char* length : {"", "-1", "+1", "1 1", "0x1"})
    EXPECT_EQ(status_of("POST / HTTP/1.1\r\nContent-Length: " + std::string(length) + "\r\n"), 400) << length;
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"), 415);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Encoding: gzip\r\n"), 415);
}

}  // namespace
}  // namespace gough::studio
