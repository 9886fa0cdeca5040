/** For properties over long sequences: a failing one shrinks for so long at most, and is told as it is by then. */
export const LONG_PROPERTY = { interruptAfterTimeLimit: 120_000 };
