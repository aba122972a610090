// SPDX-License-Identifier: Apache-2.0
//
// cogs log: a store's log as a file that can be checked without it, and the check; backups.
#include <memory>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "engine/files_named.h"
#include "json/parse.h"
#include "json/write.h"
#include "present/words/safe_text.h"
#include "store/bundle.h"
#include "store/sqlite_store.h"
#include "store/time_stamp.h"

namespace cogs::cli {

namespace {

struct LogArguments {
  std::string what, file, other, key, since;
  bool replay = false, anyway = false, reply = false;
  CommonOptions common;
};

std::unique_ptr<store::Store> open_store(const std::string& file) {
  return store::open_sqlite_store({file, "cogs", false});
}

ExitCode export_log(const LogArguments& arguments) {
  const auto opened = open_store(arguments.file);
  arguments.common.deliver_pieces(
      [&](const CommonOptions::Write& write) { store::write_bundle(*opened, write); });
  return answered;
}

// Files that a model names (#import) are not in a bundle: what it answered cannot be computed anew.
bool names_files(const std::string& payload) {
  const json::Value record = json::parse(payload, "payload", json::deepest);
  const json::Value* model = record.find("model");
  const json::Value* text = model ? model->find("text") : nullptr;
  return text && !engine::files_named(text->text()).empty();
}

ExitCode verify_log(const LogArguments& arguments) {
  const CommonOptions& common = arguments.common;
  store::BundleChecks checks;
  checks.key = arguments.key;
  checks.limits = common.limits();
  if (!arguments.since.empty()) checks.since = base::read_text_file(arguments.since, 1 << 20);
  std::uint64_t replayed = 0, not_replayed = 0;
  std::vector<store::BundleFault> wrong;
  if (arguments.replay) {
    checks.each = [&](std::uint64_t line, const store::Entry& entry, const std::string& payload) {
      if (entry.kind != "recourse" && entry.kind != "why") return;
      if (names_files(payload)) {
        ++not_replayed;
        return;
      }
      const Check found =
          check_record(payload, "entry " + std::to_string(entry.seq), common.control());
      ++replayed;
      for (const std::string& fault : found.faults) {
        wrong.push_back({line, "replay", "entry " + std::to_string(entry.seq) + ": " + fault});
      }
    };
  }
  store::BundleVerdict verdict = store::verify_bundle(read_input(arguments.file), checks);
  verdict.faults.insert(verdict.faults.end(), wrong.begin(), wrong.end());
  if (common.json) {
    json::Value out = json::Value::object(), faults = json::Value::array();
    out.add("schema", json::Value::string("cogs.log_verify/1"));
    out.add("holds", json::Value::boolean(verdict.holds()));
    out.add("entries", json::Value::number(verdict.entries));
    out.add("erased", json::Value::number(verdict.erased));
    out.add("checkpoints", json::Value::number(verdict.checkpoints));
    out.add("replayed", json::Value::number(replayed));
    out.add("not_replayed", json::Value::number(not_replayed));
    out.add("root", json::Value::string(store::hex(store::bytes_of(verdict.root))));
    out.add("key", json::Value::string(verdict.key));
    for (const store::BundleFault& fault : verdict.faults) {
      faults.add(json::Value::object()
                     .add("line", json::Value::number(fault.line))
                     .add("kind", json::Value::string(fault.kind))
                     .add("message", json::Value::string(fault.message)));
    }
    out.add("faults", std::move(faults));
    common.deliver(json::to_text(out) + "\n");
  } else {
    std::string text;
    for (const store::BundleFault& fault : verdict.faults) {
      text += (fault.line > 0 ? "line " + std::to_string(fault.line) + ": " : "") +
              present::safe_text(fault.message) + "\n";
    }
    text += std::string(verdict.holds() ? "The log holds: " : "The log does not hold: ") +
            std::to_string(verdict.entries) + " entries, " + std::to_string(verdict.erased) +
            " erased, " + std::to_string(verdict.checkpoints) + " checkpoints" +
            (arguments.replay ? ", " + std::to_string(replayed) + " answers replayed" : "") +
            ", root " + store::hex(store::bytes_of(verdict.root)) + "\n";
    if (not_replayed > 0) {
      text += std::to_string(not_replayed) +
              " answers were not replayed: their models name files (#import), which a bundle does "
              "not have. The server replays them: POST /api/v1/records/{seq}/check.\n";
    }
    if (arguments.key.empty()) {
      text += "Signed by " + present::safe_text(verdict.key) +
              ": compare this key with the one you were told.\n";
    }
    common.deliver(text);
  }
  return verdict.holds() ? answered : answered_no;
}

// A question to a time stamp authority about the last checkpoint, or its answer (RFC 3161).
ExitCode anchor_log(const LogArguments& arguments) {
  const auto opened = open_store(arguments.file);
  if (!arguments.reply) {
    const store::SignedCheckpoint last = opened->make_checkpoint();
    base::write_text_file(arguments.other, store::stamp_query(last.note));
    base::write_text_file(arguments.other + ".note", last.note);
    arguments.common.note("The checkpoint itself: " + arguments.other + ".note");
    return answered;
  }
  const std::string reply = base::read_text_file(arguments.other, 1 << 20);
  for (const store::SignedCheckpoint& one : opened->checkpoints()) {
    if (!store::stamps(reply, one.note)) continue;
    opened->put_stamp(one.size, reply);
    arguments.common.note("kept with the checkpoint of " + std::to_string(one.size) + " entries");
    return answered;
  }
  throw base::InputError(base::error_about(
      arguments.other, "this is no time stamp of a checkpoint of this log",
      "ask for one: cogs log anchor STORE QUERY, then send QUERY to an authority"));
}

ExitCode run_log(const LogArguments& arguments) {
  arguments.common.check();
  try {
    if (arguments.what == "verify") return verify_log(arguments);
    if (arguments.what == "export") return export_log(arguments);
    if (arguments.what == "checkpoint") {
      arguments.common.deliver(open_store(arguments.file)->make_checkpoint().note);
      return answered;
    }
    if (arguments.other.empty()) throw UsageError("'" + arguments.what + "' takes two files");
    if (arguments.what == "anchor") return anchor_log(arguments);
    if (arguments.what == "backup") {
      base::refuse_same_file(arguments.other, arguments.file, "a backup is another file");
      open_store(arguments.file)->back_up(arguments.other);
      return answered;
    }
    const std::uint64_t lost =
        store::restore_sqlite_store(arguments.other, arguments.file, arguments.anyway);
    if (lost > 0) {
      arguments.common.warn({base::warning_about(
          arguments.file, std::to_string(lost) + " entries that the backup does not have are gone",
          "the store as it was: " + arguments.file + "-before-restore")});
    }
    return answered;
  } catch (const store::StoreError& error) {
    throw base::InputError(base::error_about(arguments.file, error.what()));
  }
}

}  // namespace

void add_log(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("log", "Check what was filed: export, verify, back up");
  auto arguments = std::make_shared<LogArguments>();
  command
      ->add_option(
          "WHAT", arguments->what,
          "export STORE, verify BUNDLE, checkpoint STORE, anchor STORE FILE, backup STORE FILE, "
          "restore STORE FILE")
      ->required()
      ->check(CLI::IsMember({"export", "verify", "checkpoint", "anchor", "backup", "restore"}));
  command->add_option("FILE", arguments->file, "The store, or the bundle that export wrote")
      ->required();
  command->add_option("OTHER", arguments->other, "The backup, or the question to an authority");
  command->add_option("--key", arguments->key, "verify: the key that you were told by other ways")
      ->option_text("KEY");
  command->add_option("--since", arguments->since, "verify: a checkpoint that you have kept")
      ->option_text("FILE");
  command->add_flag("--replay", arguments->replay, "verify: compute every filed answer anew");
  command->add_flag("--reply", arguments->reply,
                    "anchor: the file is the authority's answer: keep it");
  command->add_flag("--anyway", arguments->anyway, "restore: although entries are lost by it");
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer(
      "Example:\n"
      "  cogs log export loan.store -o log.jsonl && cogs log verify log.jsonl --replay\n"
      "Exit code of verify: 0 all of it holds, 1 it does not. tools/verify_log.py checks the same\n"
      "with Python's standard library.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run_log(*arguments); }; });
}

}  // namespace cogs::cli
