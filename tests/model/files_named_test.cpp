// SPDX-License-Identifier: Apache-2.0
#include "model/read/files_named.h"

#include <gtest/gtest.h>

namespace cogs::model {
namespace {

TEST(FilesNamed, ListsWhatImportLinesNameAndOpensNothing) {
  const auto found = files_named(
      "#feature a : integer 0..9.\n"
      "#import risk from '/dev/zero', sha256 'ab'.\n"
      "% #import no from 'comment'.\n"
      "#import other from '../x.json'.\n"
      "#undesired no(X).\nno(X) :- label(X, '#import fake from 1').\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "/dev/zero");
  EXPECT_EQ(found[0].sha256, "ab");
  EXPECT_EQ(found[1].name, "../x.json");
  EXPECT_EQ(found[1].sha256, "");
}

TEST(FilesNamed, ListsThemAlsoWhereTheTextHasFaults) {
  EXPECT_EQ(files_named("#nothing.\n#import a from 'b'.\n#import a from 'c'").size(), 1u);
  EXPECT_TRUE(files_named("").empty());
  EXPECT_TRUE(files_named("\xff\xfe").empty());
}

}  // namespace
}  // namespace cogs::model
