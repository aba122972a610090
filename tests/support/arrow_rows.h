// SPDX-License-Identifier: Apache-2.0
//
// Record batches made by hand, for tests of what reads Arrow streams. Counts what is given back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "table/arrow_abi.h"

namespace cogs::test {

using Cell = std::optional<std::string>;

// A column of texts, of numbers (given as texts), or a dictionary of texts.
struct ArrowCells {
  enum class Kind { text, number, dictionary };
  std::string name;
  Kind kind = Kind::text;
  std::vector<Cell> cells;
};

class ArrowRows {
 public:
  // Each batch has the columns of the first.
  explicit ArrowRows(std::vector<std::vector<ArrowCells>> batches) : batches_(std::move(batches)) {}

  // Good as long as this object.
  ArrowArrayStream stream() {
    next_ = 0;
    ArrowArrayStream out{};
    out.get_schema = [](ArrowArrayStream* s, ArrowSchema* schema) {
      *schema = static_cast<ArrowRows*>(s->private_data)->schema();
      return 0;
    };
    out.get_next = [](ArrowArrayStream* s, ArrowArray* array) {
      auto* own = static_cast<ArrowRows*>(s->private_data);
      *array = {};
      if (own->next_ < own->batches_.size()) *array = own->batch(own->batches_[own->next_++]);
      return 0;
    };
    out.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    out.release = [](ArrowArrayStream* s) {
      --static_cast<ArrowRows*>(s->private_data)->held;
      s->release = nullptr;
    };
    out.private_data = this;
    ++held;
    return out;
  }

  int held = 0;  // streams, schemas and arrays that were handed out and not given back

 private:
  struct Array {
    ArrowRows* owner = nullptr;
    std::vector<std::uint8_t> valid;
    std::vector<std::int32_t> places;
    std::vector<std::int64_t> numbers;
    std::string bytes;
    std::vector<const void*> buffers;
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> pointers;
    std::unique_ptr<ArrowArray> dictionary;
  };
  struct Schema {
    ArrowRows* owner = nullptr;
    std::string name;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;
    std::unique_ptr<ArrowSchema> dictionary;
  };

  ArrowArray handed_out(std::unique_ptr<Array> own, std::size_t rows, std::int64_t nulls) {
    own->owner = this;
    ++held;
    for (ArrowArray& child : own->children) own->pointers.push_back(&child);
    ArrowArray out{};
    out.length = static_cast<std::int64_t>(rows);
    out.null_count = nulls;
    out.n_buffers = static_cast<std::int64_t>(own->buffers.size());
    out.buffers = own->buffers.data();
    out.n_children = static_cast<std::int64_t>(own->children.size());
    out.children = own->pointers.data();
    out.dictionary = own->dictionary.get();
    out.private_data = own.release();
    out.release = [](ArrowArray* array) {
      auto* inner = static_cast<Array*>(array->private_data);
      for (ArrowArray& child : inner->children) {
        if (child.release) child.release(&child);
      }
      if (inner->dictionary && inner->dictionary->release) {
        inner->dictionary->release(inner->dictionary.get());
      }
      --inner->owner->held;
      delete inner;
      array->release = nullptr;
    };
    return out;
  }

  ArrowArray texts(const std::vector<Cell>& cells) {
    auto own = std::make_unique<Array>();
    own->places.push_back(0);
    own->valid.assign(cells.size() / 8 + 1, 0);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i]) {
        own->valid[i / 8] = static_cast<std::uint8_t>(own->valid[i / 8] | (1U << (i % 8)));
        own->bytes += *cells[i];
      }
      own->places.push_back(static_cast<std::int32_t>(own->bytes.size()));
    }
    own->buffers = {own->valid.data(), own->places.data(), own->bytes.data()};
    return handed_out(std::move(own), cells.size(), -1);
  }

  ArrowArray column(const ArrowCells& column) {
    if (column.kind == ArrowCells::Kind::text) return texts(column.cells);
    auto own = std::make_unique<Array>();
    own->valid.assign(column.cells.size() / 8 + 1, 0);
    std::vector<Cell> entries;
    for (std::size_t i = 0; i < column.cells.size(); ++i) {
      const Cell& cell = column.cells[i];
      if (cell) own->valid[i / 8] = static_cast<std::uint8_t>(own->valid[i / 8] | (1U << (i % 8)));
      own->numbers.push_back(cell && column.kind == ArrowCells::Kind::number ? std::stoll(*cell)
                                                                             : 0);
      if (column.kind != ArrowCells::Kind::dictionary) continue;
      std::size_t at = 0;
      while (at < entries.size() && entries[at] != cell) ++at;
      if (cell && at == entries.size()) entries.push_back(cell);
      own->places.push_back(cell ? static_cast<std::int32_t>(at) : -7);
    }
    own->buffers = {own->valid.data(), own->numbers.data()};
    if (column.kind == ArrowCells::Kind::dictionary) {
      own->buffers[1] = own->places.data();
      own->dictionary = std::make_unique<ArrowArray>(texts(entries));
    }
    return handed_out(std::move(own), column.cells.size(), -1);
  }

  ArrowArray batch(const std::vector<ArrowCells>& columns) {
    auto own = std::make_unique<Array>();
    own->buffers = {nullptr};
    for (const ArrowCells& one : columns) own->children.push_back(column(one));
    const std::size_t rows = columns.empty() ? 0 : columns.front().cells.size();
    return handed_out(std::move(own), rows, 0);
  }

  ArrowSchema schema_of(const std::string& name, const char* format,
                        std::vector<ArrowSchema> children, bool dictionary) {
    auto own = std::make_unique<Schema>();
    own->owner = this;
    ++held;
    own->name = name;
    own->children = std::move(children);
    for (ArrowSchema& child : own->children) own->pointers.push_back(&child);
    if (dictionary) own->dictionary = std::make_unique<ArrowSchema>(schema_of("", "u", {}, false));
    ArrowSchema out{};
    out.format = format;
    out.name = own->name.c_str();
    out.flags = ARROW_FLAG_NULLABLE;
    out.n_children = static_cast<std::int64_t>(own->children.size());
    out.children = own->pointers.data();
    out.dictionary = own->dictionary.get();
    out.private_data = own.release();
    out.release = [](ArrowSchema* given) {
      auto* inner = static_cast<Schema*>(given->private_data);
      for (ArrowSchema& child : inner->children) {
        if (child.release) child.release(&child);
      }
      if (inner->dictionary) inner->dictionary->release(inner->dictionary.get());
      --inner->owner->held;
      delete inner;
      given->release = nullptr;
    };
    return out;
  }

  ArrowSchema schema() {
    std::vector<ArrowSchema> columns;
    for (const ArrowCells& one : batches_.front()) {
      const bool dictionary = one.kind == ArrowCells::Kind::dictionary;
      const char* format = dictionary ? "i" : one.kind == ArrowCells::Kind::number ? "l" : "u";
      columns.push_back(schema_of(one.name, format, {}, dictionary));
    }
    return schema_of("", "+s", std::move(columns), false);
  }

  std::vector<std::vector<ArrowCells>> batches_;
  std::size_t next_ = 0;
};

}  // namespace cogs::test
