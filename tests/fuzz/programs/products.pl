root(X) :- X*X #= 2, X #> 0. sides(X, Y) :- X*Y #= 6, X #> 0, Y #< 0.
gap :- 3*X + 5*Y #= 7, X #>= 0, Y #>= 0, integer(X), integer(Y).
even(X) :- X #= 2*Y, integer(Y). odd(X) :- integer(X), not even(X).
n(1). n(a). high :- n(X), X > 5, not X*X #=< 3. power(X) :- X is 3**2000 mod 7.
?- not gap, not high, power(X), sides(Y, Z), root(R), not odd(T).
