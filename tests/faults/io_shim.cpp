// Loaded in front of the C library (LD_PRELOAD): makes the n-th call that changes files fail, or ends the process at it.
//   GOUGH_FAULT_KIND   EIO, ENOSPC: the call fails; short: a write writes half; kill: SIGKILL before the call; count (default): nothing
//   GOUGH_FAULT_AT     n, from 1
//   GOUGH_FAULT_COUNT  file to append one character to at each call that counts, so that its size is their number
//   GOUGH_FAULT_NO_EXCHANGE  set: no renameat2 with RENAME_EXCHANGE, as on file systems that lack it
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

enum class Fate { go_on, fail, halve };

bool is_kind(const char* name) {
  const char* kind = std::getenv("GOUGH_FAULT_KIND");
  return kind && std::strcmp(kind, name) == 0;
}

// Counts the call; `may_fail`: it is one that can meet a full or broken disk, not one that tidies up.
Fate fate(bool may_fail, bool is_write = false) {
  if (!may_fail && !is_kind("kill")) return Fate::go_on;
  if (is_kind("short") && !is_write) return Fate::go_on;
  if (const char* file = std::getenv("GOUGH_FAULT_COUNT")) {
    const long out = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    syscall(SYS_write, out, ".", 1);
    syscall(SYS_close, out);
  }
  static long calls = 0;
  const char* at = std::getenv("GOUGH_FAULT_AT");
  if (!at || ++calls != std::atol(at)) return Fate::go_on;
  if (is_kind("kill")) ::kill(::getpid(), SIGKILL);
  if (is_kind("short")) return Fate::halve;
  errno = is_kind("ENOSPC") ? ENOSPC : EIO;
  return Fate::fail;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  return fate(true) == Fate::fail ? -1 : static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

ssize_t write(int file, const void* data, size_t count) {
  const Fate f = fate(true, true);
  if (f == Fate::fail) return -1;
  return syscall(SYS_write, file, data, f == Fate::halve && count > 1 ? count / 2 : count);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  return fate(true) == Fate::fail ? -1 : syscall(SYS_writev, file, parts, count);
}

int fsync(int file) { return fate(true) == Fate::fail ? -1 : static_cast<int>(syscall(SYS_fsync, file)); }

int close(int file) {
  const bool fails = fate(true) == Fate::fail;
  const int error = errno, done = static_cast<int>(syscall(SYS_close, file));
  if (fails) errno = error;
  return fails ? -1 : done;
}

int rename(const char* from, const char* to) noexcept {
  return fate(true) == Fate::fail ? -1 : static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  if ((flags & RENAME_EXCHANGE) && std::getenv("GOUGH_FAULT_NO_EXCHANGE")) {
    errno = EINVAL;
    return -1;
  }
  return fate(true) == Fate::fail ? -1 : static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int mkdir(const char* path, mode_t mode) noexcept {
  return fate(true) == Fate::fail ? -1 : static_cast<int>(syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

int link(const char* from, const char* to) noexcept {
  return fate(true) == Fate::fail ? -1 : static_cast<int>(syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(const char* path) noexcept {
  fate(false);
  return next<int (*)(const char*)>("unlink")(path);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  fate(false);
  return next<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags);
}

int remove(const char* path) noexcept {
  fate(false);
  return next<int (*)(const char*)>("remove")(path);
}

}  // extern "C"
