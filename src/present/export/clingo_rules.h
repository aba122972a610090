// SPDX-License-Identifier: Apache-2.0
//
// The part of the clingo export that is the same for all models: semantics.md 2 to 5 as rules
// over cells. The facts and rules that they speak of come from export/clingo.cpp.
#pragma once

namespace cogs::present {

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

%%% Directions bind actions and effects alike; there is none from a value that a set does not list.
:- may_increase(F), value(T-1,F,C), value(T,F,D), D < C, not unlisted(F,C).
:- may_decrease(F), value(T-1,F,C), value(T,F,D), D > C, not unlisted(F,C).

%%% What a direct action costs, where that depends on more than the feature.
known(T,F) :- value(T,F,_).
paid(T,F,N) :- set(T,F), value(T-1,F,C), value(T,F,D), price(F,C,D,N).
paid(T,F,N) :- set(T,F), not known(T-1,F), price_if_missing(F,N).
paid(T,F,N) :- set(T,F), value(T,F,D), price_to(F,D,N).
)";

// Where a price goes by the distance and effects can move the feature, the value that it is left
// with counts, not just the cell: such a cell is there twice, as its lowest and its highest value.
inline constexpr const char* point_rules = R"(
%%% A cell that stands for one reported value is reached from where that one is nearest.
:- pointed(F), value(T-1,F,C), value(T,F,D), C != D, not nearest(F,C,D).
:- pointed(F), set(T,F), not known(T-1,F), value(T,F,D), not first(F,D).
)";

inline constexpr const char* excuse_rules = R"(
%%% What the record breaks: a rule that fired in vain is never owed, a value without support is
%%% excused while it stays, a denial is void.
more_at_start(F,K,L) :- extra(F,K,L,R), cause(0,R).
met_at_start(F,K) :- class_head(F,K,R), cause(0,R).
broken_at_start(F) :- value(0,F,C), in_class(F,C,K), of(R,F), cause(0,R), not met_at_start(F,K).
broken_at_start(F) :- value(0,F,C), in_class(F,C,K), more_at_start(F,K,L),
                      not more_at_start(F,L,K).
in_vain(R) :- binds(F,"if"), broken_at_start(F), of(R,F), cause(0,R), value(0,F,C),
              not head(R,F,C).
excused(F,C) :- binds(F,"only_if"), value(0,F,C), head(_,F,C), not supported(0,F,C).
void(D) :- denied(0,D).
)";

inline constexpr const char* state_rules = R"(
%%% What holds in a state: tests on the value's cell, then the rules below.
true(T,X) :- test(X,F,C), value(T,F,C).

%%% Causal consistency. A cell of F breaks F's causal rules in state T when
%%%   if:       rules are owed, but it meets none of them, or only some of those that another cell
%%%             of the domain meets. Cells in the same head sets are a class; extra(F,K,L,R): rule R
%%%             is met in class L and not in class K;
%%%   only_if:  some rule has this cell as its effect, but no such rule has its cause.
owed(T,R) :- binds(F,"if"), of(R,F), cause(T,R), not in_vain(R).
met(T,F,K) :- class_head(F,K,R), owed(T,R).
more(T,F,K,L) :- extra(F,K,L,R), owed(T,R).
worse(T,F,K) :- class(F,K), of(R,F), owed(T,R), not met(T,F,K).
worse(T,F,K) :- more(T,F,K,L), not more(T,F,L,K).
breaks(T,F,C) :- in_class(F,C,K), worse(T,F,K).
supported(T,F,C) :- head(R,F,C), cause(T,R).
breaks(T,F,C) :- binds(F,"only_if"), head(_,F,C), time(T), not supported(T,F,C), not excused(F,C).
fits(T,F,C) :- causal(F), cell(F,C,_), time(T), not breaks(T,F,C).
:- causal(F), value(T,F,C), not fits(T,F,C).
:- denied(T,D), not void(D).
)";

inline constexpr const char* no_repeat_rules = R"(
%%% No state twice (an effect can undo what was set, so this needs saying).
apart(S,T) :- time(S), time(T), S < T, value(T,F,C), not value(S,F,C).
:- active(T), time(S), S < T, not apart(S,T).
)";

}  // namespace cogs::present
