#include "gough/evaluate/executable_pages.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "gough/evaluate/batch.hpp"
#include "gough/evaluate/machine_code.hpp"
#include "tests/evaluate/random_program.hpp"
#include "tests/program/variable.hpp"

namespace gough {
namespace {

Program small_program() {
  std::mt19937_64 random(4);
  return test::RandomOperations(random, 5, 300).program;
}

// "r-xp" and the like, of the mapping that an address is in.
std::string permissions(const void* address) {
  std::ifstream maps("/proc/self/maps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::string out;
    std::istringstream(line) >> std::hex >> begin >> dash >> end >> out;
    if (begin <= wanted && wanted < end) return out;
  }
  return "none";
}

class Pages : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!runs_here(InstructionSet::avx2)) GTEST_SKIP() << "no AVX2 with FMA";
  }
};

TEST_F(Pages, AreNeverWritableAndExecutable) {
  const auto code = make_machine_code(small_program());
  ASSERT_TRUE(code);
  EXPECT_EQ(permissions(code->pages().at(0)), "r-xp");
  EXPECT_EQ(permissions(code->pages().at(code->pages().size() - 1)), "r-xp");
}

TEST_F(Pages, AreGivenBack) {
  const void* where = nullptr;
  {
    const auto code = make_machine_code(small_program());
    ASSERT_TRUE(code);
    where = code->pages().at(0);
  }
  EXPECT_EQ(permissions(where).find('x'), std::string::npos) << permissions(where);
}

// Numbers that end where memory ends, or begin where it begins: whoever reads or writes beyond them dies.
class Fenced {
 public:
  Fenced(std::size_t count, bool at_end) : count_(count), page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {
    inside_ = (count * sizeof(double) + page_ - 1) / page_ * page_;
    memory_ = static_cast<char*>(::mmap(nullptr, inside_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (inside_ > 0) ::mprotect(memory_ + page_, inside_, PROT_READ | PROT_WRITE);
    data = reinterpret_cast<double*>(memory_ + page_ + (at_end ? inside_ - count * sizeof(double) : 0));
    std::fill_n(data, count_, 0.25);
  }
  ~Fenced() { ::munmap(memory_, inside_ + 2 * page_); }
  Fenced(const Fenced&) = delete;
  Fenced& operator=(const Fenced&) = delete;
  double* data;

 private:
  std::size_t count_, page_, inside_;
  char* memory_;
};

TEST_F(Pages, NothingIsReadOrWrittenBeyondTheNumbersGiven) {
  std::mt19937_64 random(5);
  for (int inputs : {1, 2, 5, 9, 40, 70}) {
    const Program program = test::RandomOperations(random, inputs, 200).program;
    for (const bool wide : {false, true})
      for (const bool at_end : {false, true}) {
        const auto code = make_machine_code(program, nullptr, wide ? InstructionSet::avx512 : InstructionSet::avx2);
        if (wide && !code) continue;
        ASSERT_TRUE(code);
        const std::size_t ni = program.inputs.size(), no = program.outputs.size();
        const Fenced in(ni, at_end), out(no, at_end);
        (*code)(in.data, out.data);
        for (std::size_t n = 1; n < 18; ++n) {
          const Fenced many(ni * n, at_end), results(no * n, at_end);
          code->batch(n, n, many.data, results.data);
          for (std::size_t o = 0; o < no; ++o) EXPECT_EQ(results.data[o * n + n - 1], out.data[o]);
        }
      }
  }
}

TEST_F(Pages, SwitchedOffThereIsNoMachineCode) {
  const test::Variable off("GOUGH_MACHINE_CODE", "off");
  std::string why_not;
  EXPECT_FALSE(make_machine_code(small_program(), &why_not));
  EXPECT_NE(why_not.find("GOUGH_MACHINE_CODE"), std::string::npos) << why_not;
}

constexpr int kDenyWriteExecute = 65, kDeniesWriteExecute = 66;  // PR_SET_MDWE and PR_GET_MDWE, Linux 6.3

// In a process of its own, which the system lets make no memory executable that was writable (as SELinux may).
[[noreturn]] void make_where_pages_are_refused() {
  if (::prctl(kDenyWriteExecute, 1, 0, 0, 0) != 0) ::_exit(5);
  std::string why_not;
  const bool refused = !make_machine_code(small_program(), &why_not) && why_not.find("allows no machine code") != std::string::npos;
  ::_exit(refused ? 3 : 4);
}

TEST_F(Pages, RefusedPagesAreAReasonAndNoCrash) {
  if (::prctl(kDeniesWriteExecute, 0, 0, 0, 0) < 0) GTEST_SKIP() << "this system cannot be asked to refuse";
  EXPECT_EXIT(make_where_pages_are_refused(), ::testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace gough
