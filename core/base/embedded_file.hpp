// SPDX-License-Identifier: Apache-2.0
// Embeds a file's bytes in the program. The assembler puts them between two symbols, since a C++
// array of millions of numbers takes the compiler minutes. Use once, outside all namespaces, in a
// source file of its own:
//
//   ASSAY_EMBEDDED_FILE(assay_words, "path/to/words.tsv");
//
// It declares assay_words_begin and assay_words_end, the begin and end of the bytes.
#pragma once

#include <cstddef>

// NOLINTBEGIN(bugprone-macro-parentheses): names and strings are pasted
#define ASSAY_EMBEDDED_FILE(name, path)  \
  __asm__(                               \
      ".pushsection .rodata\n"           \
      ".balign 16\n" #name               \
      "_begin:\n"                        \
      ".incbin \"" path "\"\n" #name     \
      "_end:\n"                          \
      ".byte 0\n"                        \
      ".popsection\n");                  \
  extern "C" {                           \
  extern const std::byte name##_begin[]; \
  extern const std::byte name##_end[];   \
  }                                      \
  static_assert(sizeof(std::byte) == 1)
// NOLINTEND(bugprone-macro-parentheses)
