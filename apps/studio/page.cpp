#include "apps/studio/page.hpp"

// The assembler puts the file between two symbols.
asm(".section .rodata\n"
    ".global gough_studio_page\n.global gough_studio_page_end\n"
    "gough_studio_page:\n.incbin \"" GOUGH_STUDIO_PAGE
    "\"\n"
    "gough_studio_page_end:\n.byte 0\n"
    ".previous\n");
extern "C" const char gough_studio_page[], gough_studio_page_end[];

namespace gough::studio {

std::string_view page() { return {gough_studio_page, static_cast<std::size_t>(gough_studio_page_end - gough_studio_page)}; }

}  // namespace gough::studio
