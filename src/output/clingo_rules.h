// SPDX-License-Identifier: Apache-2.0
//
// The part of the clingo export that is the same for all models: semantics.md 2 to 5 as rules
// over cells. The facts and rules that they speak of come from export_clingo.cpp.
#pragma once

namespace cogs::output {

inline constexpr const char* path_rules = R"(
%%% Time: state 0 is the record, transition T leads from state T-1 to state T.
time(0..steps).
active(T) :- time(T), T > 0, not goal(T-1).
:- not goal(steps).                       % after the goal nothing happens any more

%%% Direct actions: one or more a transition, no feature twice.
1 { set(T,F) : settable(F) } :- active(T).
:- settable(F), 2 { set(T,F) : time(T) }.
1 { value(T,F,C) : target(F,C) } 1 :- set(T,F).
:- set(T,F), value(T-1,F,C), value(T,F,C).

%%% Effects: a feature moves because its old value breaks its causal rules in the new state.
effect(T,F) :- active(T), movable(F), not set(T,F), value(T-1,F,C), not fits(T,F,C).
1 { value(T,F,C) : target(F,C) } 1 :- effect(T,F).

%%% All else stays.
value(T,F,C) :- value(T-1,F,C), time(T), not set(T,F), not effect(T,F).

%%% Directions bind actions and effects alike.
:- may_increase(F), value(T-1,F,C), value(T,F,D), D < C.
:- may_decrease(F), value(T-1,F,C), value(T,F,D), D > C.
)";

inline constexpr const char* waiver_rules = R"(
%%% What the record breaks is waived as long as nothing that it mentions has changed.
differs(T,F) :- value(T,F,C), not value(0,F,C).
fits(T,F,C) :- value(0,F,C), breaks(0,F,C), time(T), not touched(T,F).
touched(T,F) :- mentions(F,G), differs(T,G).
waived(T,D) :- denied(0,D), time(T), not denial_touched(T,D).
denial_touched(T,D) :- denial_mentions(D,G), differs(T,G).
)";

inline constexpr const char* state_rules = R"(
%%% What holds in a state: tests on the value's cell, then the rules below.
true(T,X) :- test(X,F,C), value(T,F,C).

%%% Causal consistency. A cell of F breaks F's causal rules in state T when
%%%   if:       a cause is there, but none that has this cell among its effects;
%%%   only_if:  some rule has this cell as its effect, but no such rule has its cause.
supported(T,F,C) :- head(R,F,C), cause(T,R).
breaks(T,F,C) :- binds(F,"if"), of(R,F), cause(T,R), cell(F,C,_), not supported(T,F,C).
breaks(T,F,C) :- binds(F,"only_if"), head(_,F,C), time(T), not supported(T,F,C).
fits(T,F,C) :- causal(F), cell(F,C,_), time(T), not breaks(T,F,C).
:- causal(F), value(T,F,C), not fits(T,F,C).
:- denied(T,D), not waived(T,D).
)";

inline constexpr const char* no_repeat_rules = R"(
%%% No state twice (an effect can undo what was set, so this needs saying).
apart(S,T) :- time(S), time(T), S < T, value(T,F,C), not value(S,F,C).
:- active(T), time(S), S < T, not apart(S,T).
)";

}  // namespace cogs::output
