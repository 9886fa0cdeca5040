import type { StoreStatus, Total } from '../store/records';
import { timeText } from './time-text';

/** Members that every answer of /v2 has, beside its own. */
export interface Envelope {
  readonly query_time_ms: number;
  readonly cached: boolean;
  readonly lib: number;
  readonly last_indexed_block: number;
  readonly last_indexed_block_time: string;
  readonly hot_only?: boolean;
  readonly total?: Total;
}

/** Milliseconds with three decimals. */
export const roundedMs = (ms: number): number => Math.round(ms * 1000) / 1000;

/** @param queryMs duration of the query */
export function envelope(
  { head, irreversibleNum }: Pick<StoreStatus, 'head' | 'irreversibleNum'>,
  queryMs: number,
): Envelope {
  return {
    query_time_ms: roundedMs(queryMs),
    cached: false,
    lib: irreversibleNum,
    last_indexed_block: head?.num ?? 0,
    last_indexed_block_time: timeText(head?.timeMs ?? 0),
  };
}
