% Birds fly unless something is odd about them; penguins and wounded birds are odd.
bird(tweety).
bird(X) :- penguin(X).
bird(X) :- wounded_bird(X).
penguin(sam).
wounded_bird(john).

flies(X) :- bird(X), not odd(X).
odd(X) :- penguin(X).
odd(X) :- wounded_bird(X).

#pred bird(X)    :: '@(X) is a bird'.
#pred penguin(X) :: '@(X) is a penguin'.
#pred flies(X)   :: '@(X) can fly'.
#pred odd(X)     :: '@(X) is no ordinary bird'.

?- flies(X).
