import type { LookupResult, PushFacts, SendResult } from '../push-facts';
import { DEFINITIVE, EXPIRED, LOCATION, TROUBLE } from './push-world';

/** Results of sends and look-ups, and facts of a push at the nodes a and b that has not gone on. */
export const NO_LOCATION = { blockNum: null, blockTimeMs: null };
export const NOBODY: ReadonlySet<string> = new Set();

export const executed: SendResult = { kind: 'executed', location: LOCATION };
export const duplicate: SendResult = { kind: 'duplicate' };
export const unacknowledged: SendResult = { kind: 'unacknowledged' };
export const late: SendResult = { kind: 'late' };
export const definitive: SendResult = { kind: 'refused', error: DEFINITIVE };
export const trouble: SendResult = { kind: 'refused', error: TROUBLE };
export const expired: SendResult = { kind: 'refused', error: EXPIRED };

export const notKnown: LookupResult = { location: undefined, isAnswered: true, coversLife: false };
export const found: LookupResult = { ...notKnown, location: LOCATION };
export const blockless: LookupResult = { ...notKnown, location: NO_LOCATION };
export const excluded: LookupResult = { ...notKnown, coversLife: true };
export const unanswered: LookupResult = { ...notKnown, isAnswered: false };

export const facts = (
  first: Readonly<Record<string, SendResult>>,
  rest: Partial<Omit<PushFacts, 'again'>> & { again?: Readonly<Record<string, SendResult>> } = {},
): PushFacts => ({
  ...{
    nodes: ['a', 'b'],
    following: NOBODY,
    silent: NOBODY,
    earlier: NOBODY,
    lookups: [],
    hasWaited: false,
    isTimeUp: false,
  },
  ...rest,
  first: new Map(Object.entries(first)),
  again: new Map(Object.entries(rest.again ?? {})),
});
