import { longOr } from './long';

interface PropertySettings {
  readonly interruptAfterTimeLimit: number;
  readonly seed?: number;
}

/** Limits the time to shrink a failing property over long sequences. */
const LIMIT: PropertySettings = { interruptAfterTimeLimit: 120_000 };

/** Settings for properties over long sequences: the short form has the same sequences each time, the long form searches. */
export const LONG_PROPERTY = longOr(LIMIT, { ...LIMIT, seed: 20_261_122 });
