a :- b -> c.
a :- not not b.
{a ; b} :- c
a ; b.
x(1..y).
#unknown thing.
#include 'missing'.
?- a ; 'b
