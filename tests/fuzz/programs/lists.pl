:- use_module(library(lists)).
:- dynamic item/1.
item(a). item('B c'). item("text\n").
all(L) :- findall(X, (item(X), not -bad(X)), L).
-bad(X) :- item(X), X \= a.
none :- forall(X, not wrong(X)).
wrong(X) :- member(X, [a,b|_]), append([X], [{X}], L), length(L, N), N @> 1, call(X).
#abducible item(new).
#abducible maybe(X), perhaps.
?- all(L), none, maybe(1).
