// SPDX-License-Identifier: Apache-2.0
//
// Ids are types, not ints: an index into one table cannot be used for another.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cogs::base {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}
  constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace cogs::base

template <class Tag>
struct std::hash<cogs::base::Id<Tag>> {
  std::size_t operator()(cogs::base::Id<Tag> id) const noexcept { return id.value; }
};
