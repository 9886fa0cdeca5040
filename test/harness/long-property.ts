/** Settings for properties over long sequences: limits the time to shrink a failing one. */
export const LONG_PROPERTY = { interruptAfterTimeLimit: 120_000 };
