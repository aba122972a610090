// SPDX-License-Identifier: Apache-2.0
#include "batch/merge.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "base/text_file.h"
#include "batch/row_output.h"
#include "table/byte_source.h"
#include "table/csv_rules.h"
#include "table/gzip.h"

namespace cogs::batch {

namespace {

constexpr std::size_t at_once = std::size_t{1} << 20;

struct Part {
  std::string file;
  std::optional<ShardNote> note;
};

[[noreturn]] void fail(const std::string& file, std::string message, std::string help = {}) {
  throw base::InputError(base::error_about(file, std::move(message), std::move(help)));
}

std::optional<ShardNote> read_note(const std::string& output) {
  std::string text;
  try {
    text = base::read_text_file(note_name(output));
  } catch (const base::InputError&) {
    return std::nullopt;
  }
  std::istringstream in(text);
  std::string shard, rows, bytes, head;
  char slash = 0;
  ShardNote note;
  in >> shard >> note.shard.part >> slash >> note.shard.of >> rows >> note.rows >> bytes >>
      note.bytes >> head >> note.head;
  in.ignore();
  if (!in || shard != "shard" || slash != '/' || rows != "rows" || bytes != "bytes" ||
      head != "head" || note.head > note.bytes) {
    fail(note_name(output), "this is not the note of a part");
  }
  note.run.assign(std::istreambuf_iterator<char>(in), {});
  return note;
}

// In order, each there once, all of one run.
void put_in_order(std::vector<Part>& parts, Merged& result) {
  const auto lacks_note = [](const Part& part) { return !part.note; };
  const auto without = std::find_if(parts.begin(), parts.end(), lacks_note);
  if (without != parts.end()) {
    result.warnings.push_back(base::warning_about(
        without->file, "there is no " + note_name(without->file) +
                           " beside it: the parts are taken in the order given, unchecked"));
    return;
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.note->shard.part < b.note->shard.part; });
  const ShardNote& first = *parts.front().note;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ShardNote& note = *parts[i].note;
    if (note.run != first.run || note.shard.of != first.shard.of) {
      fail(parts[i].file, "this part is of another run than " + parts.front().file);
    }
    if (i > 0 && note.shard.part == parts[i - 1].note->shard.part) {
      fail(parts[i].file, "part " + std::to_string(note.shard.part) + " comes twice, also as " +
                              parts[i - 1].file);
    }
    if (note.shard.part != i + 1) {
      fail(parts[i].file, "part " + std::to_string(i + 1) + " of " + std::to_string(note.shard.of) +
                              " is missing");
    }
  }
  if (parts.size() != first.shard.of) {
    fail(parts.back().file, "part " + std::to_string(parts.size() + 1) + " of " +
                                std::to_string(first.shard.of) + " is missing");
  }
}

// The bytes of the header of a part without a note: a packed member of its own, or the first row.
std::string find_head(std::string_view bytes) {
  if (table::is_gzip(bytes)) {
    const table::FirstMember first = table::first_gzip_member(bytes);
    return first.text.starts_with('{') ? std::string() : std::string(bytes.substr(0, first.length));
  }
  if (bytes.starts_with('{') || bytes.empty()) return {};  // JSON Lines have none
  return std::string(bytes.substr(0, table::find_row_end(bytes, 0, ',', true).next));
}

std::string read_bytes(table::ByteSource& source, std::size_t most) {
  std::string bytes(most, '\0');
  std::size_t used = 0;
  while (const std::size_t count = source.read(bytes.data() + used, most - used)) used += count;
  bytes.resize(used);
  return bytes;
}

// A part as its run has left it.
std::unique_ptr<table::ByteSource> open_part(const Part& part) {
  auto source = table::open_as_it_is(part.file);
  const std::size_t size = source->size().value_or(0);
  if (part.note && part.note->bytes != size) {
    fail(part.file,
         "this part has " + std::to_string(size) + " bytes, and had " +
             std::to_string(part.note->bytes) + " when it was written",
         "copy it again, or make it again");
  }
  return source;
}

void copy_parts(const std::vector<Part>& parts, GrowingFile& out) {
  std::string head;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto source = open_part(parts[i]);
    if (i == 0 && parts[i].note) head.resize(parts[i].note->head);
    std::string bytes = read_bytes(*source, std::max(at_once, head.size()));
    if (i == 0) {
      head = parts[i].note ? bytes.substr(0, head.size()) : find_head(bytes);
    } else {
      if (!bytes.starts_with(head)) {
        fail(parts[i].file, "its header differs from that of " + parts.front().file);
      }
      bytes.erase(0, head.size());
    }
    for (; !bytes.empty(); bytes = read_bytes(*source, at_once)) {
      if (!out.write(bytes)) return;
    }
  }
}

void refuse_output(const std::string& output, const std::string& part) {
  for (const std::string& file : {part, note_name(part)}) {
    if (base::same_file(output, file) || base::same_file(partial_name(output), file)) {
      fail(output, "the output would overwrite " + file, "choose another file");
    }
  }
}

}  // namespace

std::string note_name(const std::string& output) { return output + ".shard"; }

void write_shard_note(const std::string& output, const ShardNote& note) {
  base::write_text_file(note_name(output), "shard " + std::to_string(note.shard.part) + "/" +
                                               std::to_string(note.shard.of) + " rows " +
                                               std::to_string(note.rows) + " bytes " +
                                               std::to_string(note.bytes) + " head " +
                                               std::to_string(note.head) + "\n" + note.run);
}

Merged merge(std::vector<std::string> files, const std::string& output) {
  Merged result;
  std::vector<Part> parts;
  for (std::string& file : files) {
    if (!output.empty()) refuse_output(output, file);
    std::optional<ShardNote> note = read_note(file);
    parts.push_back({std::move(file), std::move(note)});
  }
  put_in_order(parts, result);
  result.parts = parts.size();
  for (const Part& part : parts) open_part(part);

  GrowingFile out;
  out.open(output);
  try {
    out.lock();
    out.cut(0);
    copy_parts(parts, out);
  } catch (...) {
    out.undo();
    throw;
  }
  result.bytes = out.size();
  out.finish();
  return result;
}

}  // namespace cogs::batch
