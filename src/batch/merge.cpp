// SPDX-License-Identifier: Apache-2.0
#include "batch/merge.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "base/text_file.h"
#include "batch/row_output.h"
#include "table/byte_source.h"
#include "table/csv_rules.h"
#include "table/gzip.h"

namespace cogs::batch {

namespace {

std::string note_name(const std::string& output) { return output + ".shard"; }

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
  std::string word, rows_word;
  char slash = 0;
  ShardNote note;
  in >> word >> note.shard.part >> slash >> note.shard.of >> rows_word >> note.rows;
  in.ignore();
  if (!in || word != "shard" || slash != '/' || rows_word != "rows") {
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

// The bytes of the header: a packed member of its own, or the first row.
std::string head_of(std::string_view bytes) {
  if (table::is_gzip(bytes))
    return std::string(bytes.substr(0, table::first_gzip_member(bytes).length));
  if (bytes.starts_with('{') || bytes.empty()) return {};  // JSON Lines have none
  return std::string(bytes.substr(0, table::find_row_end(bytes, 0, ',', true).next));
}

bool head_is_json(std::string_view bytes) {
  return table::is_gzip(bytes) && table::first_gzip_member(bytes).text.starts_with('{');
}

}  // namespace

void write_shard_note(const std::string& output, const ShardNote& note) {
  base::write_text_file(note_name(output), "shard " + std::to_string(note.shard.part) + "/" +
                                               std::to_string(note.shard.of) + " rows " +
                                               std::to_string(note.rows) + "\n" + note.run);
}

Merged merge(std::vector<std::string> files, const std::string& output) {
  Merged result;
  std::vector<Part> parts;
  for (std::string& file : files) {
    if (file == output) fail(file, "the output would overwrite a part", "choose another file");
    std::optional<ShardNote> note = read_note(file);
    parts.push_back({std::move(file), std::move(note)});
  }
  put_in_order(parts, result);
  result.parts = parts.size();

  GrowingFile out;
  out.open(output, false);
  std::string head;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto source = table::open_whole(parts[i].file);
    std::string_view bytes = *source->whole();
    if (i == 0) {
      head = head_is_json(bytes) ? std::string() : head_of(bytes);
    } else {
      if (!bytes.starts_with(head)) {
        fail(parts[i].file, "its header differs from that of " + parts.front().file);
      }
      bytes.remove_prefix(head.size());
    }
    constexpr std::size_t at_once = std::size_t{1} << 22;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(at_once, bytes.size()))) {
      if (!out.write(bytes.substr(0, at_once))) return result;
      source->release(bytes.substr(0, at_once));
    }
  }
  result.bytes = out.size();
  out.finish();
  return result;
}

}  // namespace cogs::batch
