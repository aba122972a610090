// SPDX-License-Identifier: Apache-2.0
//
// What can go wrong with a store that is no fault of what was asked: it cannot be opened, another
// server has it, the disk is full.
#pragma once

#include <stdexcept>
#include <string>

namespace cogs::store {

class StoreError : public std::runtime_error {
 public:
  enum class Kind {
    failed,   // see the sentence
    in_use,   // another process serves this store
    full,     // no room on the disk: reading goes on
    missing,  // what was asked for is not there
    refused,  // what was asked for may not be done, such as erasing what is held
  };
  StoreError(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace cogs::store
