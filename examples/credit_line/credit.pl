% How much a person can borrow: three times the savings, or what the income carries in 60 months.
loan(P, Amount) :- saved(P, S), S #>= 20000, Amount #>= 0, Amount #=< 3 * S.
loan(P, Amount) :- income(P, I), Amount #>= 0, Amount #=< 60 * Rate, Rate #=< I / 3.
saved(ann, 25000).
income(bob, 3000).
income(carl, I) :- I #>= 1000, I #=< 2000.
?- loan(P, A).
