// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "store/bundle.h"
#include "store/sqlite.h"
#include "store/time_stamp.h"

namespace cogs::store {
namespace {

class SqliteStoreTest : public testing::Test {
 protected:
  SqliteStoreTest() {
    char folder[] = "/tmp/cogs_store_XXXXXX";
    folder_ = mkdtemp(folder);
    file_ = folder_ + "/store.db";
  }
  ~SqliteStoreTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<Store> open() { return open_sqlite_store({file_, "test", true}); }

  static Filing filing(const std::string& payload, const std::string& reference = "a case") {
    Filing out;
    out.kind = "answer";
    out.actor = "alone";
    out.subject = "loan/1";
    out.payload = payload;
    AnswerRow row;
    row.kind = "recourse";
    row.series = "loan";
    row.version = 1;
    row.reference = reference;
    row.status = "found";
    row.undesired = true;
    out.changes.push_back(FileAnswer{row});
    return out;
  }

  static BundleVerdict verdict(Store& store) {
    std::string bundle;
    write_bundle(store, [&](std::string_view line) { bundle += line; });
    return verify_bundle(bundle);
  }
  static std::string faults(const BundleVerdict& verdict) {
    std::string out;
    for (const BundleFault& fault : verdict.faults) out += fault.message + "\n";
    return out;
  }

  std::string folder_, file_;
};

TEST_F(SqliteStoreTest, GivesBackWhatWasFiledAlsoAfterItWasClosed) {
  const std::string model = "#feature \"a\"\n\\ and \x01";
  const std::string payload = R"({"model":{"text":"#feature \"a\"\n\\ and \u0001"},"x":1.50})";
  {
    const auto store = open();
    Filing f = filing(payload);
    f.model_text = model;
    std::get<FileAnswer>(f.changes[0]).answer.model_sha256 = hex(bytes_of(digest(model)));
    const Receipt receipt = store->file(std::move(f));
    EXPECT_EQ(receipt.seq, 1u);
    EXPECT_EQ(receipt.checkpoint_size, 0u);
  }
  const auto store = open();
  const auto kept = store->payload(1);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->text, payload);
  const auto entry = store->entry(1);
  EXPECT_EQ(commitment_of(kept->salt, kept->text), entry->commitment);
  EXPECT_EQ(store->last_checkpoint()->size, 1u);  // made when it was closed
  EXPECT_EQ(store->records({}).size(), 1u);
  const BundleVerdict holds = verdict(*store);
  EXPECT_TRUE(holds.holds()) << faults(holds);
  EXPECT_EQ(holds.entries, 1u);
}

TEST_F(SqliteStoreTest, LetsNoSecondServerIn) {
  const auto store = open();
  try {
    open();
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_EQ(error.kind(), StoreError::Kind::in_use);
  }
}

TEST_F(SqliteStoreTest, WritesWhatManyThreadsFileTogether) {
  const auto store = open();
  constexpr int each = 50, count = 8;
  std::vector<std::thread> threads;
  std::atomic<int> done{0};
  for (int t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        store->file(filing("{\"n\":" + std::to_string(t * each + i) + "}"));
        ++done;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(done, each * count);
  EXPECT_EQ(store->size(), std::uint64_t{each * count});
  EXPECT_GT(store->figures().largest_group, 1u);
  const BundleVerdict holds = verdict(*store);
  EXPECT_TRUE(holds.holds()) << faults(holds);
}

TEST_F(SqliteStoreTest, UndoesWhatFailsAloneInItsGroup) {
  const auto store = open();
  store->file(filing("{}"));
  Filing bad = filing("{}");
  bad.changes.push_back(ActivateVersion{"nothing", 7});
  EXPECT_THROW(store->file(std::move(bad)), StoreError);
  EXPECT_EQ(store->size(), 1u);
  EXPECT_EQ(store->file(filing("{}")).seq, 2u);
  const BundleVerdict holds = verdict(*store);
  EXPECT_TRUE(holds.holds()) << faults(holds);
}

TEST_F(SqliteStoreTest, ProvesEveryEntryAndEveryBeginning) {
  const auto store = open();
  std::vector<Hash> roots = {digest("")};
  for (int i = 1; i <= 20; ++i) {
    store->file(filing("{\"i\":" + std::to_string(i) + "}"));
    roots.push_back(store->root(static_cast<std::uint64_t>(i)));
  }
  for (std::uint64_t seq = 1; seq <= 20; ++seq) {
    const Hash leaf = leaf_hash(entry_text(*store->entry(seq)));
    EXPECT_TRUE(is_included(leaf, seq - 1, 20, store->inclusion(seq, 20), roots[20]));
    EXPECT_TRUE(is_beginning(seq, 20, roots[seq], roots[20], store->consistency(seq, 20)));
  }
  EXPECT_THROW(store->inclusion(21, 20), StoreError);
  EXPECT_THROW(store->inclusion(1, 21), StoreError);
}

TEST_F(SqliteStoreTest, ErasesWithoutBreakingTheTreeUnlessItIsHeld) {
  const auto store = open();
  store->file(filing("{\"name\":\"somebody\"}", "somebody"));
  store->file(filing("{\"name\":\"else\"}", "else"));
  Filing hold{"hold", "alone", "1", "{}", "", "", {Hold{1, true}}, {}};
  store->file(hold);
  const Filing erase{"erased", "alone", "1", "{\"erased\":1}", "", "", {Erase{1}}, {}};
  EXPECT_THROW(store->file(erase), StoreError);
  hold.changes = {Hold{1, false}};
  store->file(hold);
  store->file(erase);
  EXPECT_THROW(store->file(erase), StoreError);  // it is gone
  EXPECT_TRUE(store->payload(1)->erased);
  EXPECT_EQ(store->record(1)->answer.reference, "");
  RecordQuery query;
  query.reference = "somebody";
  EXPECT_TRUE(store->records(query).empty());
  const BundleVerdict holds = verdict(*store);
  EXPECT_TRUE(holds.holds()) << faults(holds);
  EXPECT_EQ(holds.erased, 1u);
}

TEST_F(SqliteStoreTest, FindsRecordsByWhatIsKnownOfThem) {
  const auto store = open();
  for (int i = 0; i < 30; ++i) {
    Filing f = filing("{}", "case " + std::to_string(i % 3));
    AnswerRow& row = std::get<FileAnswer>(f.changes[0]).answer;
    row.status = i % 2 == 0 ? "found" : "none";
    row.undesired = i % 5 != 0;
    store->file(std::move(f));
  }
  RecordQuery query;
  query.reference = "case 1";
  EXPECT_EQ(store->records(query).size(), 10u);
  query.status = "none";
  EXPECT_EQ(store->records(query).size(), 5u);
  query = {};
  query.status = "found";
  query.limit = 4;
  auto page = store->records(query);
  ASSERT_EQ(page.size(), 4u);
  EXPECT_EQ(page[0].entry.seq, 29u);
  query.before = page.back().entry.seq;
  EXPECT_EQ(store->records(query)[0].entry.seq, 21u);
  query = {};
  query.undesired = false;
  EXPECT_EQ(store->records(query).size(), 6u);
  query.series = "'; DROP TABLE log; --";
  EXPECT_TRUE(store->records(query).empty());
  EXPECT_EQ(store->size(), 30u);
}

TEST_F(SqliteStoreTest, AnswersAKeyWithTheSameEntryAgain) {
  const auto store = open();
  Filing f = filing("{}");
  f.once = Once{"alone", "k1", "/route", "sha"};
  const Receipt first = store->file(f);
  EXPECT_EQ(store->kept_answer("alone", "k1")->seq, first.seq);
  EXPECT_FALSE(store->kept_answer("other", "k1"));
  EXPECT_THROW(store->file(f), StoreError);  // two at once: the second one fails as a whole
  EXPECT_EQ(store->size(), 1u);
}

TEST_F(SqliteStoreTest, KeepsCasesWithLinksThatEnd) {
  const auto store = open();
  Filing opened = filing("{}");
  opened.changes = {AddCase{{7, "loan", "A-1", "me", ""}},
                    AddLink{7, digest("secret"), "2999-01-01T00:00:00Z"},
                    AddLink{7, digest("old"), "2001-01-01T00:00:00Z"}};
  store->file(std::move(opened));
  EXPECT_EQ(store->find_case(7)->reference, "A-1");
  EXPECT_EQ(store->cases("A-1", 0, 10).size(), 1u);
  EXPECT_TRUE(store->cases("A-2", 0, 10).empty());
  EXPECT_EQ(store->case_by_link(digest("secret"), utc_now()), 7u);
  EXPECT_FALSE(store->case_by_link(digest("old"), utc_now()));
  EXPECT_FALSE(store->case_by_link(digest("Secret"), utc_now()));
  Filing answer = filing("{\"a\":1}");
  std::get<FileAnswer>(answer.changes[0]).answer.case_id = 7;
  const std::uint64_t seq = store->file(std::move(answer)).seq;
  Filing letter = filing("{\"b\":1}");
  letter.changes = {FileLetter{{0, seq, "gdpr", "en", "2999-01-01", "", "", false}}};
  const std::uint64_t written = store->file(std::move(letter)).seq;
  RecordQuery query;
  query.case_id = 7;
  ASSERT_EQ(store->records(query).size(), 1u);
  EXPECT_EQ(store->records(query)[0].answer.case_id, 7u);
  ASSERT_EQ(store->letters_of(seq).size(), 1u);
  EXPECT_EQ(store->letter(written)->sent, "");
  Filing sent = filing("{}");
  sent.changes = {LetterSent{written, "post"}};
  store->file(std::move(sent));
  EXPECT_EQ(store->letter(written)->channel, "post");
  Filing erased = filing("{}");
  erased.changes = {Erase{seq}};
  store->file(std::move(erased));
  EXPECT_EQ(store->find_case(7)->reference, "");
  EXPECT_FALSE(store->case_by_link(digest("secret"), utc_now()));
}

TEST_F(SqliteStoreTest, KeepsFilesByTheirBytesAndStampsOfCheckpoints) {
  const auto store = open();
  const std::string bytes("a\0b", 3);
  Filing kept = filing("{}");
  kept.changes = {KeepFile{{"sum", "m.ubj", bytes, "me", ""}}};
  store->file(std::move(kept));
  EXPECT_EQ(store->kept_file("sum")->bytes, bytes);
  EXPECT_FALSE(store->kept_file("other"));
  EXPECT_EQ(store->kept_files().size(), 1u);
  const SignedCheckpoint made = store->make_checkpoint();
  const std::string query = stamp_query(made.note);
  EXPECT_EQ(query.size(), 69u);
  EXPECT_EQ(static_cast<std::size_t>(query[1]), query.size() - 2);
  EXPECT_FALSE(stamps(query, made.note));  // too short for an answer
  EXPECT_TRUE(stamps(query + std::string(100, 'x'), made.note));
  EXPECT_FALSE(stamps(query + std::string(100, 'x'), "another"));
  store->put_stamp(made.size, "stamp");
  EXPECT_EQ(store->last_checkpoint()->stamp, "stamp");
  EXPECT_THROW(store->put_stamp(made.size + 1, "stamp"), StoreError);
}

TEST_F(SqliteStoreTest, FindsTimesByTheOrderOfTheLog) {
  const auto store = open();
  for (int i = 0; i < 5; ++i) store->file(filing("{}"));
  const std::string first = store->entry(1)->at;
  RecordQuery query;
  query.from = first;
  query.to = store->entry(5)->at;
  EXPECT_EQ(store->records(query).size(), 5u);
  query.to = first.substr(0, 10);  // a whole day
  EXPECT_EQ(store->records(query).size(), 5u);
  query.to = "2001-01-01";
  EXPECT_TRUE(store->records(query).empty());
  query = {};
  query.from = "2999-01-01";
  EXPECT_TRUE(store->records(query).empty());
}

TEST_F(SqliteStoreTest, KeepsVersionsOfWhichOneIsActive) {
  const auto store = open();
  for (const char* text : {"one", "two", "three"}) {
    Version v;
    v.series = "loan";
    v.model_sha256 = hex(bytes_of(digest(text)));
    v.text = text;
    v.state = std::string(text) == "one" ? "active" : "draft";
    store->file({"version", "alone", "loan", "{}", "", "", {AddVersion{v}}, {}});
  }
  store->file({"activated", "alone", "loan/3", "{}", "", "", {ActivateVersion{"loan", 3}}, {}});
  const auto versions = store->versions("loan");
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_EQ(versions[0].state, "active");
  EXPECT_EQ(versions[1].state, "draft");
  EXPECT_EQ(versions[2].state, "retired");
  EXPECT_EQ(store->series(), std::vector<std::string>{"loan"});
}

TEST_F(SqliteStoreTest, NoticesALogThatWasAltered) {
  {
    const auto store = open();
    for (int i = 0; i < 5; ++i) store->file(filing("{\"i\":" + std::to_string(i) + "}"));
  }
  {
    Connection raw(file_, Connection::Use::write);
    EXPECT_THROW(run(raw, "UPDATE log SET actor = 'x' WHERE seq = 2"), StoreError);
    EXPECT_THROW(run(raw, "DELETE FROM log WHERE seq = 2"), StoreError);
    // Whoever owns the file can take the triggers away.
    raw.run("DROP TRIGGER log_is_not_changed");
    run(raw, "UPDATE log SET actor = 'x' WHERE seq = 2");
    run(raw, "UPDATE payload SET body = '{\"i\":9}' WHERE seq = 4");
  }
  {
    const auto store = open();
    const BundleVerdict holds = verdict(*store);
    EXPECT_FALSE(holds.holds());
    EXPECT_NE(faults(holds).find("entry 4"), std::string::npos) << faults(holds);
    EXPECT_NE(faults(holds).find("not those that the checkpoint"), std::string::npos);
  }
  {
    Connection raw(file_, Connection::Use::write);
    run(raw, "UPDATE node SET hash = zeroblob(32)");
  }
  EXPECT_THROW(open(), StoreError);  // the last checkpoint was signed for another root
}

TEST_F(SqliteStoreTest, BacksUpWhileItIsUsedAndRestoresWithoutLosingAnythingSilently) {
  const std::string backup = folder_ + "/backup.db";
  {
    const auto store = open();
    store->file(filing("{}"));
    store->back_up(backup);
    store->file(filing("{}"));
    EXPECT_THROW(restore_sqlite_store(backup, file_, false), StoreError);  // in use
  }
  EXPECT_THROW(restore_sqlite_store(backup, file_, false), StoreError);  // would lose one
  EXPECT_EQ(restore_sqlite_store(backup, file_, true), 1u);
  const auto store = open();
  EXPECT_EQ(store->size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(file_ + "-before-restore"));
  const BundleVerdict holds = verdict(*store);
  EXPECT_TRUE(holds.holds()) << faults(holds);
}

TEST_F(SqliteStoreTest, IsOneStoreByAllItsNames) {
  const auto store = open();
  const std::string other = folder_ + "/other.db";
  std::filesystem::create_symlink(file_, other);
  EXPECT_THROW(open_sqlite_store({other, "test", true}), StoreError);
  EXPECT_FALSE(std::filesystem::exists(other + "-key"));
}

TEST_F(SqliteStoreTest, NoticesAnOldCopyInItsPlace) {
  const std::string old = folder_ + "/old.db";
  {
    open()->file(filing("{}"));
  }
  std::filesystem::copy_file(file_, old);
  {
    open()->file(filing("{}"));
  }
  std::filesystem::rename(file_, folder_ + "/lost.db");
  EXPECT_THROW(restore_sqlite_store(old, file_, false), StoreError);
  std::filesystem::copy_file(old, file_);
  try {
    open();
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_NE(std::string(error.what()).find("has 1 entries"), std::string::npos) << error.what();
  }
  EXPECT_EQ(restore_sqlite_store(old, file_, true), 1u);
  EXPECT_EQ(open()->size(), 1u);
}

TEST_F(SqliteStoreTest, NeedsTheKeyThatItsCheckpointsAreSignedWith) {
  {
    open()->file(filing("{}"));
  }
  std::filesystem::rename(file_ + "-key", folder_ + "/kept");
  EXPECT_THROW(open(), StoreError);
  EXPECT_FALSE(std::filesystem::exists(file_ + "-key"));
  std::filesystem::rename(folder_ + "/kept", file_ + "-key");
  EXPECT_EQ(open()->size(), 1u);
}

TEST_F(SqliteStoreTest, LeavesNothingThatNamesACaseOfWhichAllIsErased) {
  std::uint64_t opened = 0;
  {
    const auto store = open();
    for (std::uint64_t id = 1; id <= 2; ++id) {
      Filing begun = filing("{\"reference\":\"A\"}");
      begun.kind = "case";
      begun.subject = "case/" + std::to_string(id);
      begun.changes = {AddCase{{id, "loan", "A", "me", ""}}};
      opened = store->file(std::move(begun)).seq;
    }
  }
  {
    Connection older(file_, Connection::Use::write);
    older.run(
        "DROP INDEX cases_opened; ALTER TABLE cases DROP COLUMN opened;"
        "PRAGMA user_version=3");
  }
  const auto store = open();
  Filing answer = filing("{\"a\":1}", "A");
  std::get<FileAnswer>(answer.changes[0]).answer.case_id = 2;
  const std::uint64_t seq = store->file(std::move(answer)).seq;
  store->file({"erased", "alone", "", "{}", "", "", {Erase{seq}}, {}});
  EXPECT_TRUE(store->payload(opened)->erased);
  EXPECT_FALSE(store->payload(opened - 1)->erased);  // of the other case
  EXPECT_EQ(store->find_case(1)->reference, "A");
  store->file({"erased", "alone", "", "{}", "", "", {Erase{opened - 1}}, {}});
  EXPECT_EQ(store->find_case(1)->reference, "");
  const BundleVerdict holds = verdict(*store);
  EXPECT_TRUE(holds.holds()) << faults(holds);
}

TEST_F(SqliteStoreTest, HoldsLettersWithTheirAnswers) {
  const auto store = open();
  const std::string past = "2001-01-01T00:00:00Z";
  const auto write_to = [&](std::uint64_t answer) {
    Filing letter = filing("{\"b\":1}");
    letter.keep_until = past;
    letter.changes = {FileLetter{{0, answer, "gdpr", "en", "2999-01-01", "", "", false}}};
    return store->file(std::move(letter)).seq;
  };
  for (int i = 0; i < 2; ++i) {
    Filing answer = filing("{}");
    answer.keep_until = past;
    store->file(std::move(answer));
  }
  store->file({"held", "alone", "1", "{}", "", "", {Hold{1, true}}, {}});
  write_to(1);  // later than the hold
  const std::uint64_t held = write_to(2);
  EXPECT_EQ(store->due(utc_now()), (std::vector<std::uint64_t>{2, held}));
  store->file({"held", "alone", "x", "{}", "", "", {Hold{held, true}}, {}});
  EXPECT_TRUE(store->due(utc_now()).empty());  // the answer would take its letter with it
}

TEST_F(SqliteStoreTest, RefusesWhatIsNoStore) {
  {
    Connection other(file_, Connection::Use::write);
    other.run("CREATE TABLE mine(a)");
  }
  EXPECT_THROW(open(), StoreError);
  std::filesystem::remove(file_);
  {
    const auto store = open();
  }
  {
    Connection newer(file_, Connection::Use::write);
    newer.run("PRAGMA user_version=99");
  }
  EXPECT_THROW(open(), StoreError);
}

}  // namespace
}  // namespace cogs::store
