import type { StoreStatus, Total } from '../store/records';
import { timeText } from './time-text';

/** Members that every answer of /v2 has, beside its own. */
export interface Envelope {
  readonly query_time_ms: number;
  readonly cached: boolean;
  readonly lib: number;
  readonly last_indexed_block: number;
  readonly last_indexed_block_time: string;
  /** There is one index, and it has all blocks. */
  readonly hot_only: boolean;
  readonly total: Total;
}

/** Of an answer that is one record. */
const ONE: Total = { value: 1, relation: 'eq' };

/** The total of an answer with at most one record. */
export const totalOfOne = (isFound: boolean): Total => (isFound ? ONE : { value: 0, relation: 'eq' });

/** @param queryMs duration of the query */
export function envelope(
  { head, irreversibleNum }: Pick<StoreStatus, 'head' | 'irreversibleNum'>,
  queryMs: number,
): Envelope {
  return {
    query_time_ms: Math.round(queryMs),
    cached: false,
    hot_only: false,
    lib: irreversibleNum,
    last_indexed_block: head?.num ?? 0,
    last_indexed_block_time: timeText(head?.timeMs ?? 0),
    total: ONE,
  };
}

/** Members of answers from the state of a store that began in the middle of its chain: they may lack what is older. */
export interface StateEnvelope {
  readonly complete?: false;
  /** First block whose changes of the state are known. */
  readonly known_from?: number;
}

export const stateEnvelope = ({ stateKnownFrom }: Pick<StoreStatus, 'stateKnownFrom'>): StateEnvelope =>
  stateKnownFrom === undefined ? {} : { complete: false, known_from: stateKnownFrom };
