/** How long passages are, in UTF-16 units. */

/** What a passage should have. */
export const TARGET = 1_000

/** What no passage exceeds, its overlap included. */
export const LONGEST = 1_600

/** What is shorter joins a neighbour where `LONGEST` allows it. */
export const TINY = 200

/** A function, class or section of this length is a passage of its own. */
export const ALONE = 350

/** What is longer is cut where anything inside of it begins. */
export const WHOLE = 1_300

/** What prose repeats of the passage before, about and at most. */
export const OVERLAP = 150
export const LONGEST_OVERLAP = 220

export const HEADING_LONGEST = 200
export const LABEL_LONGEST = 80
