/** The deepest part of an event, or of a receipt, that is recorded as it is. A receipt has 128 levels, and an event begins at the third. */
export const MAX_HELD_DEPTH = 120;
