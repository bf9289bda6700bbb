#include "gough/codegen/c_names.hpp"

#include <set>

namespace gough {
namespace {

const std::set<std::string> kWords{
    "alignas",     "alignof",      "and",       "and_eq",   "asm",        "auto",         "bitand",    "bitor",
    "bool",        "break",        "case",      "catch",    "char",       "char16_t",     "char32_t",  "char8_t",
    "class",       "compl",        "concept",   "const",    "const_cast", "consteval",    "constexpr", "constinit",
    "continue",    "co_await",     "co_return", "co_yield", "decltype",   "default",      "delete",    "do",
    "double",      "dynamic_cast", "else",      "enum",     "explicit",   "export",       "extern",    "false",
    "float",       "for",          "friend",    "goto",     "if",         "inline",       "int",       "long",
    "main",        "mutable",      "namespace", "new",      "noexcept",   "not",          "not_eq",    "nullptr",
    "operator",    "or",           "or_eq",     "private",  "protected",  "public",       "register",  "reinterpret_cast",
    "requires",    "restrict",     "return",    "short",    "signed",     "sizeof",       "static",    "static_assert",
    "static_cast", "struct",       "switch",    "template", "this",       "thread_local", "throw",     "true",
    "try",         "typedef",      "typeid",    "typename", "typeof",     "union",        "unsigned",  "using",
    "virtual",     "void",         "volatile",  "wchar_t",  "while",      "xor",          "xor_eq"};

// Headers of C and POSIX, and those that they include.
const std::set<std::string> kHeaders{
    "aio",     "alloca",    "ar",       "assert",   "byteswap",  "complex",   "cpio",   "ctype",    "dirent", "dlfcn",       "elf",
    "endian",  "err",       "errno",    "error",    "fcntl",     "features",  "fenv",   "fnmatch",  "ftw",    "getopt",      "glob",
    "grp",     "iconv",     "ieee754",  "inttypes", "iso646",    "langinfo",  "libgen", "libintl",  "limits", "link",        "locale",
    "malloc",  "math",      "mcheck",   "memory",   "monetary",  "mqueue",    "netdb",  "nl_types", "ndbm",   "poll",        "pthread",
    "pwd",     "regex",     "resolv",   "sched",    "search",    "semaphore", "setjmp", "signal",   "spawn",  "stab",        "stdalign",
    "stdarg",  "stdatomic", "stdbit",   "stdbool",  "stdckdint", "stddef",    "stdint", "stdio",    "stdlib", "stdnoreturn", "string",
    "strings", "stropts",   "syscall",  "sysexits", "syslog",    "tar",       "termio", "termios",  "tgmath", "threads",     "time",
    "trace",   "uchar",     "ucontext", "ulimit",   "unistd",    "utime",     "utmp",   "utmpx",    "values", "varargs",     "wait",
    "wchar",   "wctype",    "wordexp"};

}  // namespace

std::string c_identifier(const std::string& text) {
  std::string out;
  for (const char c : text) out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  const bool plain = !out.empty() && (out[0] < '0' || out[0] > '9') && out[0] != '_' && kWords.count(out) == 0;
  return plain ? out : "r" + out;
}

std::string c_stem(const std::string& robot) {
  const std::string out = c_identifier(robot);
  std::string small = out;  // where a file system makes no difference
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return kHeaders.count(small) == 0 && kWords.count(small) == 0 ? out : "r" + out;
}

}  // namespace gough
