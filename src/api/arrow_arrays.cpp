// SPDX-License-Identifier: Apache-2.0
#include "api/arrow_arrays.h"

#include <cstring>
#include <memory>
#include <utility>

namespace cogs::api {

namespace {

// What stands behind an array that is handed out. Whoever takes it may move its children away, so
// each has a struct of its own.
struct HeldArray {
  table::ArrowBatchRef batch;  // of a slice
  batch::AnswerColumn column;  // of answers
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_places;
  std::unique_ptr<ArrowArray> dictionary;
};

void release_array(ArrowArray* array) {
  auto* held = static_cast<HeldArray*>(array->private_data);
  for (ArrowArray& child : held->children) {
    if (child.release) child.release(&child);
  }
  if (held->dictionary && held->dictionary->release) {
    held->dictionary->release(held->dictionary.get());
  }
  delete held;
  array->release = nullptr;
}

// `held` is complete but for the places of its children.
ArrowArray handed_out(std::unique_ptr<HeldArray> held, std::int64_t length, std::int64_t nulls,
                      std::int64_t offset) {
  for (ArrowArray& child : held->children) held->child_places.push_back(&child);
  ArrowArray out{};
  out.length = length;
  out.null_count = nulls;
  out.offset = offset;
  out.n_buffers = static_cast<std::int64_t>(held->buffers.size());
  out.buffers = held->buffers.data();
  out.n_children = static_cast<std::int64_t>(held->children.size());
  out.children = held->child_places.empty() ? nullptr : held->child_places.data();
  out.dictionary = held->dictionary.get();
  out.release = release_array;
  out.private_data = held.release();
  return out;
}

ArrowArray copy_of(const table::ArrowBatchRef& batch, const ArrowArray& array, std::int64_t offset,
                   std::int64_t length, bool whole) {
  auto held = std::make_unique<HeldArray>();
  held->batch = batch;
  held->buffers.assign(array.buffers, array.buffers + array.n_buffers);
  for (std::int64_t i = 0; i < array.n_children; ++i) {
    const ArrowArray& child = *array.children[i];
    held->children.push_back(copy_of(batch, child, child.offset, child.length, true));
  }
  if (array.dictionary) {
    const ArrowArray& entries = *array.dictionary;
    held->dictionary =
        std::make_unique<ArrowArray>(copy_of(batch, entries, entries.offset, entries.length, true));
  }
  const bool no_gaps = array.null_count == 0;
  return handed_out(std::move(held), length, whole ? array.null_count : no_gaps ? 0 : -1, offset);
}

struct HeldSchema {
  std::string format, name, metadata;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> child_places;
  std::unique_ptr<ArrowSchema> dictionary;
};

void release_schema(ArrowSchema* schema) {
  auto* held = static_cast<HeldSchema*>(schema->private_data);
  for (ArrowSchema& child : held->children) {
    if (child.release) child.release(&child);
  }
  if (held->dictionary && held->dictionary->release) {
    held->dictionary->release(held->dictionary.get());
  }
  delete held;
  schema->release = nullptr;
}

ArrowSchema handed_out(std::unique_ptr<HeldSchema> held, std::int64_t flags) {
  for (ArrowSchema& child : held->children) held->child_places.push_back(&child);
  ArrowSchema out{};
  out.format = held->format.c_str();
  out.name = held->name.c_str();
  out.metadata = held->metadata.empty() ? nullptr : held->metadata.data();
  out.flags = flags;
  out.n_children = static_cast<std::int64_t>(held->children.size());
  out.children = held->child_places.empty() ? nullptr : held->child_places.data();
  out.dictionary = held->dictionary.get();
  out.release = release_schema;
  out.private_data = held.release();
  return out;
}

// The number of pairs, then each key and value behind its length.
std::string metadata_of(const char* metadata) {
  if (!metadata) return {};
  const auto number = [&](std::size_t at) {
    std::int32_t value = 0;
    std::memcpy(&value, metadata + at, sizeof value);
    return value;
  };
  std::size_t end = 4;
  for (std::int32_t i = 0; i < 2 * number(0); ++i) {
    end += 4 + static_cast<std::size_t>(number(end));
  }
  return {metadata, end};
}

}  // namespace

ArrowArray slice_of(const table::ArrowBatchRef& batch, std::size_t column, std::size_t first,
                    std::size_t rows) {
  const ArrowArray& array = batch->column(column);
  return copy_of(batch, array, array.offset + batch->offset() + static_cast<std::int64_t>(first),
                 static_cast<std::int64_t>(rows), false);
}

ArrowArray array_of(batch::AnswerColumn column) {
  auto held = std::make_unique<HeldArray>();
  held->column = std::move(column);
  batch::AnswerColumn& own = held->column;
  held->buffers.push_back(own.empty > 0 ? own.valid.data() : nullptr);
  switch (own.kind) {
    case batch::CellColumn::Kind::text:
      held->buffers.push_back(own.ends.data());
      held->buffers.push_back(own.bytes.data());
      break;
    case batch::CellColumn::Kind::number: held->buffers.push_back(own.numbers.data()); break;
    case batch::CellColumn::Kind::truth: held->buffers.push_back(own.truths.data()); break;
  }
  const auto cells = static_cast<std::int64_t>(own.cells);
  const auto empty = static_cast<std::int64_t>(own.empty);
  return handed_out(std::move(held), cells, empty, 0);
}

ArrowArray batch_of(std::vector<ArrowArray> columns, std::size_t rows) {
  auto held = std::make_unique<HeldArray>();
  held->buffers.push_back(nullptr);
  held->children = std::move(columns);
  return handed_out(std::move(held), static_cast<std::int64_t>(rows), 0, 0);
}

ArrowSchema copy_of(const ArrowSchema& schema) {
  auto held = std::make_unique<HeldSchema>();
  held->format = schema.format;
  held->name = schema.name ? schema.name : "";
  held->metadata = metadata_of(schema.metadata);
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    held->children.push_back(copy_of(*schema.children[i]));
  }
  if (schema.dictionary)
    held->dictionary = std::make_unique<ArrowSchema>(copy_of(*schema.dictionary));
  return handed_out(std::move(held), schema.flags);
}

ArrowSchema schema_of(const std::string& name, const std::string& format) {
  auto held = std::make_unique<HeldSchema>();
  held->name = name;
  held->format = format;
  return handed_out(std::move(held), ARROW_FLAG_NULLABLE);
}

ArrowSchema schema_of(std::vector<ArrowSchema> columns, const char* metadata) {
  auto held = std::make_unique<HeldSchema>();
  held->format = "+s";
  held->metadata = metadata_of(metadata);
  held->children = std::move(columns);
  return handed_out(std::move(held), 0);
}

}  // namespace cogs::api
