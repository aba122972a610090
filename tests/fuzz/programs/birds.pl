% Defaults and exceptions.
#pred flies(X) :: '@(X:bird) can fly'.
#pred not flies(X) :: "there is no evidence that {{X}} can fly".
#show flies/1, not ab/1, -flies/1.
bird(tweety). bird(sam).
penguin(sam).
ab(X) :- penguin(X).
flies(X) :- bird(X), not ab(X).
-flies(X) :- penguin(X).
:- flies(X), -flies(X).
?- flies(X), not penguin(X).
