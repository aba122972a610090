// SPDX-License-Identifier: Apache-2.0
//
// The actions that routes name. Each answers by call.reply, at once or later, or throws.
#pragma once

#include "service/call.h"
#include "service/core.h"

namespace cogs::service {

// actions_server.cpp
void healthz(Core& core, Call& call);
void readyz(Core& core, Call& call);
void metrics(Core& core, Call& call);
void openapi(Core& core, Call& call);
void get_asset(Core& core, Call& call);
void open_session(Core& core, Call& call);
void end_session(Core& core, Call& call);
void who_am_i(Core& core, Call& call);

// actions_answers.cpp
void list_models(Core& core, Call& call);
void get_model(Core& core, Call& call);
void what_if(Core& core, Call& call);
void ask_decide(Core& core, Call& call);
void ask_why(Core& core, Call& call);
void ask_recourse(Core& core, Call& call);
void ask_compare(Core& core, Call& call);
void ask_counterfactuals(Core& core, Call& call);

// actions_records.cpp
void list_records(Core& core, Call& call);
void get_record(Core& core, Call& call);
void record_proof(Core& core, Call& call);
void check_record_again(Core& core, Call& call);
void hold_record(Core& core, Call& call);
void erase_record(Core& core, Call& call);
void run_retention(Core& core, Call& call);
void log_checkpoint(Core& core, Call& call);
void new_checkpoint(Core& core, Call& call);
void log_entries(Core& core, Call& call);
void log_consistency(Core& core, Call& call);
void log_verify(Core& core, Call& call);
void export_bundle(Core& core, Call& call);

// actions_cases.cpp
void add_file(Core& core, Call& call);
void list_files(Core& core, Call& call);
void add_case(Core& core, Call& call);
void list_cases(Core& core, Call& call);
void get_case(Core& core, Call& call);
void add_case_link(Core& core, Call& call);
void end_case_links(Core& core, Call& call);
void add_letter(Core& core, Call& call);
void get_letter(Core& core, Call& call);
void letter_was_sent(Core& core, Call& call);

// actions_versions.cpp
void list_versions(Core& core, Call& call);
void add_version(Core& core, Call& call);
void get_version(Core& core, Call& call);
void version_text(Core& core, Call& call);
void version_diff(Core& core, Call& call);
void version_effect(Core& core, Call& call);
void activate_version(Core& core, Call& call);
void list_proposals(Core& core, Call& call);
void give_verdict(Core& core, Call& call);

// actions_jobs.cpp
void list_datasets(Core& core, Call& call);
void add_dataset(Core& core, Call& call);
void look_at_dataset(Core& core, Call& call);
void remove_dataset(Core& core, Call& call);
void list_jobs(Core& core, Call& call);
void start_job(Core& core, Call& call);
void get_job(Core& core, Call& call);
void job_events(Core& core, Call& call);
void job_result(Core& core, Call& call);
void cancel_job(Core& core, Call& call);

// pages_*.cpp
void page_home(Core& core, Call& call);
void page_sign_in(Core& core, Call& call);
void page_sign_in_post(Core& core, Call& call);
void page_sign_out(Core& core, Call& call);
void page_case(Core& core, Call& call);
void page_file_case(Core& core, Call& call);
void page_what_if(Core& core, Call& call);
void page_records(Core& core, Call& call);
void page_record(Core& core, Call& call);
void page_record_hold(Core& core, Call& call);
void page_record_erase(Core& core, Call& call);
void page_log(Core& core, Call& call);
void page_log_checkpoint(Core& core, Call& call);
void page_log_verify(Core& core, Call& call);
void page_learn(Core& core, Call& call);
void page_upload(Core& core, Call& call);
void page_dataset(Core& core, Call& call);
void page_start_job(Core& core, Call& call);
void page_job(Core& core, Call& call);
void page_review(Core& core, Call& call);
void page_verdict(Core& core, Call& call);
void page_versions(Core& core, Call& call);
void page_version(Core& core, Call& call);
void page_activate(Core& core, Call& call);
void page_audits(Core& core, Call& call);
void page_beside(Core& core, Call& call);
void page_cases(Core& core, Call& call);
void page_one_case(Core& core, Call& call);
void page_case_link(Core& core, Call& call);
void page_case_end_links(Core& core, Call& call);
void page_write_letter(Core& core, Call& call);
void page_letter(Core& core, Call& call);
void page_letter_sent(Core& core, Call& call);
void page_mine_sign_in(Core& core, Call& call);
void page_mine_open(Core& core, Call& call);
void page_mine(Core& core, Call& call);
void page_mine_what_if(Core& core, Call& call);
void mine_what_if(Core& core, Call& call);
void page_mine_letter(Core& core, Call& call);

// The answer to a question of what-if; a reader: in the words for him.
void answer_what_if(Core& core, Call& call, const Decision& decision, const Reader* reader);

}  // namespace cogs::service
