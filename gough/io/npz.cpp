#include "gough/io/npz.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

namespace gough {
namespace {

static_assert(std::endian::native == std::endian::little);

void put(std::string& out, std::uint64_t x, int bytes) {
  for (int k = 0; k < bytes; ++k) out += static_cast<char>((x >> (8 * k)) & 0xff);
}

// The checksum of zip files: polynomial 0xEDB88320, reflected.
std::uint32_t crc32(const std::string& data) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> out{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      out[n] = n;
      for (int k = 0; k < 8; ++k) out[n] = (out[n] & 1u) ? 0xEDB88320u ^ (out[n] >> 1) : out[n] >> 1;
    }
    return out;
  }();
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char c : data) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xffu] ^ (crc >> 8);
  return crc ^ 0xFFFFFFFFu;
}

// One column in NumPy's format, version 1.0: the header is filled up to a multiple of 64 bytes.
std::string npy(const std::vector<double>& rows, std::size_t column, std::size_t width) {
  const std::size_t count = width ? rows.size() / width : 0;
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", count);
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  put(out, header.size(), 2);
  out += header;
  out.reserve(out.size() + 8 * count);
  for (std::size_t r = 0; r < count; ++r) put(out, std::bit_cast<std::uint64_t>(rows[r * width + column]), 8);
  return out;
}

}  // namespace

std::string npz(const std::vector<std::string>& columns, const std::vector<double>& rows) {
  std::string out, directory;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::string name = columns[c] + ".npy", data = npy(rows, c, columns.size());
    std::string common;      // what the local header and the directory share
    put(common, 20, 2);      // version needed
    put(common, 0x0800, 2);  // names in UTF-8
    put(common, 0, 2);       // stored
    put(common, 0, 2);       // time
    put(common, 0x21, 2);    // date: 1 January 1980
    put(common, crc32(data), 4);
    put(common, data.size(), 4);
    put(common, data.size(), 4);
    put(common, name.size(), 2);
    put(common, 0, 2);
    const std::size_t offset = out.size();
    put(out, 0x04034b50, 4);
    out += common + name + data;
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    directory += common;
    put(directory, 0, 2);  // comment
    put(directory, 0, 2);  // disk
    put(directory, 0, 2);
    put(directory, 0, 4);
    put(directory, offset, 4);
    directory += name;
  }
  const std::size_t start = out.size();
  if (start + directory.size() >= 0xFFFFFFFFu) throw std::length_error("an npz file of more than 4 GB");
  out += directory;
  put(out, 0x06054b50, 4);
  put(out, 0, 2);
  put(out, 0, 2);
  put(out, columns.size(), 2);
  put(out, columns.size(), 2);
  put(out, directory.size(), 4);
  put(out, start, 4);
  put(out, 0, 2);
  return out;
}

}  // namespace gough
