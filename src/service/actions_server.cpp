// SPDX-License-Identifier: Apache-2.0
//
// Alive, ready, figures, assets, sessions.
#include <sys/statvfs.h>

#include "json/write.h"
#include "service/actions.h"
#include "service/assets.h"
#include "service/routes.h"

namespace cogs::service {

namespace {

using json::Value;

constexpr std::uint64_t reserve = std::uint64_t{64} << 20;  // bytes of the disk

http::Header session_cookie(const Core& core, const std::string& secret, bool ends) {
  return {"Set-Cookie", core.options.cookie + "=" + secret + "; Path=/; HttpOnly; SameSite=Strict" +
                            (core.options.secure ? "; Secure" : "") + (ends ? "; Max-Age=0" : "")};
}

}  // namespace

void healthz(Core&, Call& call) {
  call.reply->send({200, "text/plain; charset=utf-8", "ok\n", {}});
}

void readyz(Core& core, Call& call) {
  Value out = Value::object();
  bool ready = !core.stopping;
  out.add("stopping", Value::boolean(core.stopping));
  try {
    core.store->size();
    out.add("store", Value::boolean(true));
  } catch (const store::StoreError&) {
    out.add("store", Value::boolean(false));
    ready = false;
  }
  struct statvfs disk = {};
  if (!core.options.files.empty() && statvfs(core.options.files.c_str(), &disk) == 0) {
    const bool room = std::uint64_t{disk.f_bavail} * disk.f_frsize > reserve;
    out.add("disk", Value::boolean(room));
    ready = ready && room;
  }
  call.send(ready ? 200 : 503, out);
}

void metrics(Core& core, Call& call) {
  call.reply->send(
      {200, "text/plain; version=0.0.4; charset=utf-8", core.metrics ? core.metrics() : "", {}});
}

void openapi(Core& core, Call& call) { call.send_json(200, openapi_json(core.options.version)); }

void get_asset(Core&, Call& call) {
  const Asset found = asset(call.parts[0]);
  if (found.text.empty()) throw Problem(404, "There is no such file");
  call.reply->send({200,
                    std::string(found.type),
                    std::string(found.text),
                    {{"Cache-Control", "public, max-age=31536000, immutable"}}});
}

void open_session(Core& core, Call& call) {
  const Value body = call.object();
  const Value* once = body.find("once");
  if (!once || !once->is(Value::Kind::string)) throw Problem(422, "'once' is a text");
  bool too_many = false;
  const auto secret = core.sessions.open(once->text(), too_many);
  if (too_many) throw Problem(429, "Too many wrong codes", "wait some seconds");
  if (!secret) throw Problem(401, "This code is not valid, or was used");
  call.reply->send({200,
                    "application/json",
                    "{\"actor\": \"alone\"}\n",
                    {session_cookie(core, *secret, false)}});
}

void end_session(Core& core, Call& call) {
  core.sessions.end(call.session);
  call.reply->send({204, "", "", {session_cookie(core, "", true)}});
}

void who_am_i(Core&, Call& call) {
  Value out = Value::object(), rights = Value::array();
  out.add("actor", Value::string(call.actor)).add("mode", Value::string("alone"));
  for (const auto& [right, name] :
       {std::pair(Right::ask, "ask"), std::pair(Right::look, "look"),
        std::pair(Right::review, "review"), std::pair(Right::release, "release"),
        std::pair(Right::keep, "keep"), std::pair(Right::measure, "measure")}) {
    if (may(call.actor, right)) rights.add(Value::string(name));
  }
  out.add("rights", std::move(rights));
  call.send(200, out);
}

void page_sign_in_post(Core& core, Call& call) {
  bool too_many = false;
  const auto secret = core.sessions.open(form_value(call.form(), "once"), too_many);
  if (too_many) throw Problem(429, "Too many wrong codes", "Wait some seconds, then try again.");
  if (!secret) {
    throw Problem(401, "This code is not valid, or was used",
                  "Each code opens the page once. Start cogs serve again for a new one.");
  }
  call.reply->send({303,
                    "text/plain; charset=utf-8",
                    "",
                    {{"Location", "/"}, session_cookie(core, *secret, false)}});
}

void page_sign_out(Core& core, Call& call) {
  core.sessions.end(call.session);
  call.reply->send({303,
                    "text/plain; charset=utf-8",
                    "",
                    {{"Location", "/sign-in"}, session_cookie(core, "", true)}});
}

}  // namespace cogs::service
