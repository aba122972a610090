p(X) :- not q(X).
q(X) :- not p(X), X == 1, X \== 2.
r :- not r, _hidden(1).
_hidden(f(_, g(Y), [Y|Y])).
s :- (p(1) ; (q(2), r)), \+ t.
t :- call((p(X), integer(X))), X @< b.
?- p(X), not q(2), s.
