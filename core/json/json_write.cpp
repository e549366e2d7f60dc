// SPDX-License-Identifier: Apache-2.0
// Writes JSON: one walker for the compact and the canonical (RFC 8785) form.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "core/json/json.hpp"
#include "core/json/utf8.hpp"

namespace assay {
namespace {

enum class Order { Insertion, Canonical };

void write_string(std::string_view text, std::string& out) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  const auto plain = [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
  };
  out.push_back('"');
  for (auto at = text.begin(); at != text.end(); ++at) {
    const auto next = std::find_if_not(at, text.end(), plain);
    out.append(at, next);
    at = next;
    if (at == text.end()) break;
    const char c = *at;
    switch (c) {
      case '"':
        out.append("\\\"");
        break;
      case '\\':
        out.append("\\\\");
        break;
      case '\b':
        out.append("\\b");
        break;
      case '\f':
        out.append("\\f");
        break;
      case '\n':
        out.append("\\n");
        break;
      case '\r':
        out.append("\\r");
        break;
      case '\t':
        out.append("\\t");
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        out.append("\\u00").push_back(kHex[byte >> 4U]);
        out.push_back(kHex[byte & 0xFU]);
      }
    }
  }
  out.push_back('"');
}

// ECMAScript Number::toString, which RFC 8785 section 3.2.2.3 prescribes: the shortest digits
// that round-trip, plain notation for exponents from -7 to 20, otherwise d.ddde+NN.
void write_real(double value, std::string& out) {
  if (value == 0) {
    out.push_back('0');
    return;
  }
  std::array<char, 40> buffer{};
  const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                                  std::chars_format::scientific);
  const std::string_view shown(buffer.data(), static_cast<std::size_t>(done.ptr - buffer.data()));
  const std::size_t e = shown.find('e');
  std::string digits(1, shown[0]);
  if (e > 2) digits.append(shown.substr(2, e - 2));
  int exponent = 0;
  const std::string_view power = shown.substr(shown[e + 1] == '+' ? e + 2 : e + 1);
  std::from_chars(power.data(), power.data() + power.size(), exponent);

  if (value < 0) out.push_back('-');
  const auto count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // the decimal point follows this many digits
  if (point >= count && point <= 21) {
    out.append(digits).append(static_cast<std::size_t>(point - count), '0');
  } else if (point > 0 && point <= 21) {
    out.append(digits, 0, static_cast<std::size_t>(point)).push_back('.');
    out.append(digits, static_cast<std::size_t>(point));
  } else if (point > -6 && point <= 0) {
    out.append("0.").append(static_cast<std::size_t>(-point), '0').append(digits);
  } else {
    out.push_back(digits[0]);
    if (count > 1) out.append(".").append(digits, 1);
    out.append(exponent < 0 ? "e-" : "e+").append(std::to_string(std::abs(exponent)));
  }
}

void write_value(const json_t* node, Order order, std::string& out);

void write_object(const json_t* node, Order order, std::string& out) {
  struct Member {
    std::string_view key;
    const json_t* value;
  };
  // jansson iterates mutable objects only, although it changes nothing.
  auto* object = const_cast<json_t*>(node);
  std::vector<Member> members;
  members.reserve(json_object_size(node));
  for (void* it = json_object_iter(object); it != nullptr; it = json_object_iter_next(object, it)) {
    members.push_back({json_object_iter_key(it), json_object_iter_value(it)});
  }
  if (order == Order::Canonical) {
    std::sort(members.begin(), members.end(),
              [](const Member& a, const Member& b) { return utf8::less_in_utf16(a.key, b.key); });
  }
  out.push_back('{');
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) out.push_back(',');
    write_string(members[i].key, out);
    out.push_back(':');
    write_value(members[i].value, order, out);
  }
  out.push_back('}');
}

void write_value(const json_t* node, Order order, std::string& out) {
  switch (json_typeof(node)) {
    case JSON_OBJECT:
      write_object(node, order, out);
      break;
    case JSON_ARRAY:
      out.push_back('[');
      for (std::size_t i = 0; i < json_array_size(node); ++i) {
        if (i > 0) out.push_back(',');
        write_value(json_array_get(node, i), order, out);
      }
      out.push_back(']');
      break;
    case JSON_STRING: {
      const std::string_view text(json_string_value(node), json_string_length(node));
      if (!text.starts_with(Json::kVerbatimMark)) {
        write_string(text, out);
      } else if (order == Order::Insertion) {
        out.append(text.substr(1));
      } else {
        throw std::logic_error("verbatim JSON has no canonical form");
      }
      break;
    }
    case JSON_INTEGER:
      out.append(std::to_string(json_integer_value(node)));
      break;
    case JSON_REAL:
      write_real(json_real_value(node), out);
      break;
    case JSON_TRUE:
      out.append("true");
      break;
    case JSON_FALSE:
      out.append("false");
      break;
    case JSON_NULL:
      out.append("null");
      break;
  }
}

}  // namespace

std::string Json::dump() const {
  std::string out;
  write_value(node_, Order::Insertion, out);
  return out;
}

std::string Json::canonical() const {
  std::string out;
  write_value(node_, Order::Canonical, out);
  return out;
}

}  // namespace assay
