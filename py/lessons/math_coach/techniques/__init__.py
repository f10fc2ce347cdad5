"""Every shortcut there is, one of each. A new one is a class in one of these modules and an entry in its list."""

from __future__ import annotations

from technique import Technique

from techniques.adding import ADDING
from techniques.adding_parts import ADDING_PARTS
from techniques.dividing import DIVIDING
from techniques.multiplying import MULTIPLYING
from techniques.multiplying_near import MULTIPLYING_NEAR
from techniques.multiplying_parts import MULTIPLYING_PARTS
from techniques.powers import POWERS
from techniques.signs import SIGNS
from techniques.squaring import SQUARING
from techniques.subtracting import SUBTRACTING
from techniques.subtracting_parts import SUBTRACTING_PARTS
from techniques.sums import SERIES
from techniques.sums_of_powers import SUMS_OF_POWERS
from techniques.times import TIMES
from techniques.with_decimals import DECIMALS

TECHNIQUES: tuple[Technique, ...] = (
    *ADDING,
    *ADDING_PARTS,
    *SUBTRACTING,
    *SUBTRACTING_PARTS,
    *DECIMALS,
    *SIGNS,
    *MULTIPLYING,
    *MULTIPLYING_NEAR,
    *MULTIPLYING_PARTS,
    *DIVIDING,
    *SERIES,
    *SUMS_OF_POWERS,
    *TIMES,
    *SQUARING,
    *POWERS,
)
