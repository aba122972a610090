// SPDX-License-Identifier: Apache-2.0
#include "store/signed_note.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "store/store_error.h"

namespace cogs::store {
namespace {

// RFC 8032, 7.1, the first test.
TEST(SignedNote, SignsAsRfc8032Says) {
  const std::string seed =
      *from_hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
  const KeyPair key = key_of_seed(seed);
  EXPECT_EQ(hex(key.open), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  const std::string signature = sign("", seed);
  EXPECT_EQ(
      hex(signature),
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701"
      "cf9b46bd25bf5f0595bbe24655141438e7a100b");
  EXPECT_TRUE(is_signed("", signature, key.open));
  EXPECT_FALSE(is_signed("x", signature, key.open));
}

TEST(SignedNote, ReadsWhatItWritesAndNothingElse) {
  const Signer signer{"office.example/log", new_key()};
  const auto key = read_verifier_key(verifier_key(signer.name, signer.key.open));
  ASSERT_TRUE(key);
  const Checkpoint checkpoint{signer.name, 12, digest("root")};
  const std::string note = signed_checkpoint(checkpoint, signer);
  const auto read = read_checkpoint(note, *key);
  ASSERT_TRUE(read && read->signature_holds);
  EXPECT_EQ(read->checkpoint.size, 12u);
  EXPECT_EQ(read->checkpoint.root, checkpoint.root);
  for (std::size_t i = 0; i < note.size(); ++i) {
    for (const int change : {1, 2, 32, 128}) {
      std::string other = note;
      other[i] = static_cast<char>(other[i] ^ change);
      const auto changed = read_checkpoint(other, *key);
      EXPECT_FALSE(changed && changed->signature_holds) << i << " " << other;
    }
  }
  const auto stranger = read_verifier_key(verifier_key(signer.name, new_key().open));
  EXPECT_FALSE(read_checkpoint(note, *stranger)->signature_holds);
}

TEST(SignedNote, KeepsItsKeyToItself) {
  char folder[] = "/tmp/cogs_key_XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::string file = std::string(folder) + "/key";
  const Signer made = load_signer(file, "me");
  EXPECT_EQ(load_signer(file, "another").key.secret, made.key.secret);
  EXPECT_EQ(load_signer(file, "another").name, "me");
  struct stat about = {};
  ASSERT_EQ(stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
  chmod(file.c_str(), 0644);
  EXPECT_THROW(load_signer(file, "me"), StoreError);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cogs::store
