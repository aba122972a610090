p(X, f(X)). q(X, Y) :- X = g(Y), Y = g(X).
twice(X, f(X, X)). four(X, Z) :- twice(X, Y), twice(Y, Z).
same(X, X). open(X) :- not p(X, X), X \= f(X).
big(X0) :- X0 = f(X1,X1), X1 = f(X2,X2), X2 = f(X3,X3), X3 = f(X4,X4), X4 = h([X0|_]).
?- p(A, A) , four(B, C), same(f(D,D), f(E,f(E,D))), not q(F, F), open(G), big(H).
