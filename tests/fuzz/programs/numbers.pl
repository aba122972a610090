#const n = 3.
price(milk, 1/3). price(bread, 2.5). price(tea, 0x10).
day(1..n).
cheap(X) :- price(X, P), P .=<. 2, not P #= 1.0e3.
sum(A, B, C) :- C is A + B * 2 - -1, C =\= 7, is(D, C mod 2), D =< 1.
late(T) :- T #> 3, T <= n + 4 ; day(T), not cheap(milk).
?- late(T), sum(1, T, S).
