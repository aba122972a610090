// SPDX-License-Identifier: Apache-2.0
#include "service/routes.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "base/text_file.h"
#include "json/parse.h"
#include "json/write.h"
#include "service/assets.h"
#include "service/multipart.h"
#include "service/service.h"
#include "service/sessions.h"
#include "service/versions.h"
#include "store/bundle.h"
#include "store/sqlite_store.h"

namespace cogs::service {
namespace {

const char* const model = R"(#feature debt : integer 0..100.
#undesired bad(X).
bad(X) :- debt(X, D), D #> 10.
)";

class KeptReply : public http::Reply {
 public:
  void send(http::Response response) override {
    const std::lock_guard lock(mutex_);
    response_ = std::move(response);
    there_ = true;
    wake_.notify_all();
  }
  std::shared_ptr<http::Stream> open_stream(http::Response) override { return nullptr; }
  http::Response wait() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return there_; });
    return response_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool there_ = false;
  http::Response response_;
};

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() {
    char folder[] = "/tmp/cogs_service_XXXXXX";
    folder_ = mkdtemp(folder);
    ServiceOptions options;
    options.models = {{"m", model, "m.cogs"}};
    options.files = folder_ + "/files";
    options.api_token = std::string(40, 't');
    service_ = std::make_unique<Service>(options,
                                         store::open_sqlite_store({folder_ + "/s", "test", true}));
  }
  ~ServiceTest() override {
    service_.reset();
    std::filesystem::remove_all(folder_);
  }

  http::Response ask(const std::string& method, const std::string& target,
                     const std::string& body = "", bool with_token = true,
                     const std::string& key = "") {
    http::Request request;
    if (!key.empty()) request.headers.emplace_back("idempotency-key", key);
    request.method = method;
    request.target = target;
    request.body = body;
    request.headers.emplace_back("content-type", "application/json");
    if (with_token) request.headers.emplace_back("authorization", "Bearer " + std::string(40, 't'));
    auto reply = std::make_shared<KeptReply>();
    service_->handler()(std::move(request), reply);
    return reply->wait();
  }

  std::string folder_;
  std::unique_ptr<Service> service_;
};

std::string concrete(std::string path) {
  for (std::size_t at = 0; (at = path.find('{')) != std::string::npos;) {
    path.replace(at, path.find('}') - at + 1, "1");
  }
  return path;
}

TEST_F(ServiceTest, LetsNobodyInWhereTheTableNamesARight) {
  const std::set<std::string> open = {
      "/healthz",        "/readyz",  "/assets/{name}", "/api/v1/openapi.json",
      "/api/v1/session", "/sign-in", "/sign-out",      "/mine",
      "/mine/open"};
  for (const Route& route : routes()) {
    const http::Response answer = ask(route.method, concrete(route.path), "", false);
    if (route.right == Right::none) {
      EXPECT_TRUE(open.contains(route.path)) << route.path;
      continue;
    }
    const bool sent_away = answer.status == 401 || (route.is_page && answer.status == 303);
    EXPECT_TRUE(sent_away) << route.method << " " << route.path << " " << answer.status;
  }
  EXPECT_EQ(service_->store().size(), 1u);  // the model, and nothing since
}

TEST_F(ServiceTest, DescribesEveryRouteOfTheApi) {
  const json::Value api = json::parse(openapi_json("1"), "openapi");
  for (const Route& route : routes()) {
    const json::Value* path = api.find("paths")->find(route.path);
    if (route.is_page || route.right == Right::own ||
        std::string_view(route.path).starts_with("/assets")) {
      EXPECT_TRUE(path == nullptr || route.right == Right::own);
      continue;
    }
    ASSERT_NE(path, nullptr) << route.path;
    std::string method = route.method;
    for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
    const json::Value* operation = path->find(method);
    ASSERT_NE(operation, nullptr) << route.path;
    // What may be sent stands in the table, and what the table has is taken.
    const json::Value* body = operation->find("requestBody");
    EXPECT_EQ(body != nullptr, *route.body != '\0') << route.path;
    if (route.method == std::string("POST") && *route.body == '\0') {
      ADD_FAILURE() << route.path << " takes nothing";
    }
    for (const Named& one : named(route.query)) {
      EXPECT_NE(json::to_text(*operation->find("parameters")).find(std::string(one.name)),
                std::string::npos);
    }
  }
}

TEST_F(ServiceTest, RefusesQueriesThatItWouldNotHeed) {
  const std::string person = R"({"person": {"debt": 20}})";
  const auto status = [&](const std::string& query) {
    return ask("POST", "/api/v1/models/m/recourse?" + query, person).status;
  };
  EXPECT_EQ(status("flie=true"), 400);
  EXPECT_EQ(status("file=false&file=true"), 400);
  EXPECT_EQ(status("file=yes"), 400);
  EXPECT_EQ(status("file=true&reference=A"), 200);
  EXPECT_EQ(ask("POST", "/api/v1/models/m/decide?file=true", person).status, 400);
  const auto records = [&](const std::string& query) {
    return ask("GET", "/api/v1/records?" + query).status;
  };
  for (const char* query : {"from=2026", "to=2026-11", "from=2026-11-30", "to=2026-11-30T13:50",
                            "from=2026-11-30T13:50:07Z", "kind=why", "status=gave_up"}) {
    EXPECT_EQ(records(query), 200) << query;
  }
  for (const char* query :
       {"from=yesterday", "to=2026-13", "to=2026-11-32", "from=30.11.2026", "kind=which",
        "status=fuond", "cursor=18446744073709551615", "limit=0", "limit=201"}) {
    EXPECT_EQ(records(query), 400) << query;
  }
  EXPECT_EQ(ask("GET", "/records?from=yesterday").status, 400);
  EXPECT_EQ(ask("GET", "/records?from=&to=").status, 200);
}

TEST(May, KeepsVisitorsOfACaseToIt) {
  for (const Route& route : routes()) {
    const bool open = route.right == Right::none, own = route.right == Right::own;
    EXPECT_EQ(may("case/1", route.right), open || own) << route.path;
    EXPECT_EQ(may("alone", route.right), !own) << route.path;
    EXPECT_EQ(may("", route.right), open) << route.path;
  }
}

TEST_F(ServiceTest, HasOneRouteForAPath) {
  std::set<std::string> seen;
  for (const Route& route : routes()) {
    EXPECT_TRUE(seen.insert(std::string(route.method) + route.path).second) << route.path;
    const Match match = find_route(route.method, concrete(route.path));
    EXPECT_EQ(match.route, &route) << route.path;
    EXPECT_NE(std::string(route.words), "");
  }
  EXPECT_EQ(find_route("GET", "/api/v1/records/%2e%2e").route, nullptr);
  EXPECT_EQ(find_route("GET", "/api/v1/records/a%2fb").route, nullptr);
  EXPECT_EQ(find_route("GET", "/api/v1/records/").route, nullptr);
  EXPECT_EQ(find_route("PUT", "/healthz").route, nullptr);
}

TEST_F(ServiceTest, FilesExactlyOneEntryForWhatIsFiled) {
  ask("POST", "/api/v1/models/m/recourse", R"({"person": {"debt": 20}})");
  ask("POST", "/api/v1/models/m/whatif", R"({"person": {"debt": 20}})");
  EXPECT_EQ(service_->store().size(), 1u);
  EXPECT_EQ(
      ask("POST", "/api/v1/models/m/recourse?file=true", R"({"person": {"debt": 20}})").status,
      200);
  EXPECT_EQ(service_->store().size(), 2u);
  EXPECT_EQ(ask("POST", "/api/v1/models/m/versions", R"({"text": "nonsense"})").status, 422);
  EXPECT_EQ(service_->store().size(), 2u);
  EXPECT_EQ(ask("POST", "/api/v1/records/2/erase", R"({"reason": "asked"})").status, 200);
  EXPECT_EQ(service_->store().size(), 3u);
  EXPECT_EQ(ask("POST", "/api/v1/jobs", R"({"kind": "audit", "series": "m", "dataset": 1})").status,
            404);
  EXPECT_EQ(service_->store().size(), 3u);
}

TEST_F(ServiceTest, AnswersAKeyAsBeforeThoughAnotherVersionIsInForce) {
  const auto filed = [&](const std::string& key) {
    return ask("POST", "/api/v1/models/m/recourse?file=true&timing=false",
               R"({"person": {"debt": 20}})", true, key)
        .body;
  };
  const std::string first = filed("k");
  EXPECT_NE(first.find("\"m/1\""), std::string::npos) << first;
  EXPECT_EQ(ask("POST", "/api/v1/models/m/versions",
                R"({"text": "#feature debt : integer 0..100.\n#undesired bad(X).\n)"
                R"(bad(X) :- debt(X, D), D #> 15.\n"})")
                .status,
            201);
  EXPECT_EQ(ask("POST", "/api/v1/models/m/versions/2/activate").status, 200);
  EXPECT_EQ(filed("k"), first);
  EXPECT_NE(filed("l"), first);
}

TEST_F(ServiceTest, ErasesWhatIsAboutPeopleAndNotWhatWasDecidedAboutRules) {
  EXPECT_EQ(ask("POST", "/api/v1/records/1/erase", R"({"reason": "x"})").status, 404);
  EXPECT_EQ(ask("POST", "/api/v1/cases", R"({"series": "m", "reference": "A-1"})").status, 201);
  EXPECT_EQ(ask("POST", "/api/v1/records/2/erase", R"({"reason": "asked"})").status, 200);
  std::shared_ptr<const std::string> file = ask("GET", "/api/v1/log/bundle").body_file;
  ASSERT_TRUE(file);
  const std::string name = *file, bundle = base::read_text_file(name);
  EXPECT_TRUE(store::verify_bundle(bundle).holds());
  EXPECT_EQ(bundle.find("A-1"), std::string::npos);
  file.reset();  // it is sent; whoever made it may hold it a moment longer
  for (int waits = 0; waits < 1000 && std::filesystem::exists(name); ++waits) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(std::filesystem::exists(name));
  EXPECT_EQ(ask("GET", "/api/v1/cases/1").body.find("A-1"), std::string::npos);
}

TEST_F(ServiceTest, LosesNoVerdictOfThoseThatComeAtOnce) {
  std::string text = "#feature a : integer 0..9.\\n#undesired bad(X).\\nbad(X) :- a(X, 9).\\n";
  for (const char* f : {"b", "c", "d", "e"}) {
    text += std::string("#feature ") + f + " : integer 0..9.\\n#rule r" + f +
            ", status proposed, mode if.\\n" + f + "(X, 1) :- a(X, 1).\\n";
  }
  const http::Response added =
      ask("POST", "/api/v1/models/m/versions", "{\"text\": \"" + text + "\"}");
  ASSERT_EQ(added.status, 201) << added.body;
  std::vector<std::thread> threads;
  for (const char* f : {"b", "c", "d", "e"}) {
    threads.emplace_back([this, f] {
      const http::Response answer =
          ask("POST", std::string("/api/v1/models/m/proposals/r") + f + "/verdicts",
              R"({"approve": true, "reason": "known"})");
      EXPECT_EQ(answer.status, 201) << answer.body;
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string open = ask("GET", "/api/v1/models/m/proposals").body;
  EXPECT_EQ(open.find("\"proposed\""), std::string::npos) << open;
}

TEST_F(ServiceTest, KeepsItsScriptsSmall) {
  EXPECT_LT(embedded("app.js").size() + embedded("boot.js").size(), 20u * 1024);
  EXPECT_GT(embedded("app.js").size(), 1000u);
}

TEST(Sessions, OpenOnceAndEnd) {
  Sessions sessions("token");
  bool late = false;
  const std::string once = sessions.new_once();
  EXPECT_FALSE(sessions.open("other", late));
  const auto secret = sessions.open(once, late);
  ASSERT_TRUE(secret);
  EXPECT_FALSE(sessions.open(once, late));
  EXPECT_TRUE(sessions.holds(*secret));
  EXPECT_FALSE(sessions.holds(*secret + "x"));
  sessions.end(*secret);
  EXPECT_FALSE(sessions.holds(*secret));
  EXPECT_TRUE(sessions.is_token("token"));
  EXPECT_FALSE(sessions.is_token(""));
  EXPECT_FALSE(Sessions("").is_token(""));
  Sessions::Lifetimes none{std::chrono::seconds(0), std::chrono::seconds(0),
                           std::chrono::seconds(0)};
  Sessions brief("", none);
  EXPECT_FALSE(brief.open(brief.new_once(), late));
}

TEST(StatementDiff, TellsStatementsApart) {
  const auto lines = statement_diff("% a\na.\nb.\n\nc.\n", "a.\nc.\nd.\n% e\n");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[1].text, "b.");
  EXPECT_EQ(lines[1].kind, DiffLine::Kind::removed);
  EXPECT_EQ(lines[3].kind, DiffLine::Kind::added);
}

TEST(FormParts, ReadsAFormWithAFile) {
  const std::string body =
      "--b\r\nContent-Disposition: form-data; name=\"table\"; filename=\"a.csv\"\r\nContent-Type: "
      "text/csv\r\n\r\nx,y\r\n1,2\r\n--b\r\nContent-Disposition: form-data; "
      "name=\"n\"\r\n\r\n7\r\n--b--\r\n";
  const auto parts = form_parts("multipart/form-data; boundary=b", body);
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 2u);
  EXPECT_EQ((*parts)[0].file_name, "a.csv");
  EXPECT_EQ((*parts)[0].content, "x,y\r\n1,2");
  EXPECT_EQ((*parts)[1].content, "7");
  for (std::size_t i = 0; i + 3 < body.size(); ++i) {
    EXPECT_FALSE(form_parts("multipart/form-data; boundary=b", body.substr(0, i))) << i;
  }
  EXPECT_FALSE(form_parts("text/plain", body));
}

}  // namespace
}  // namespace cogs::service
