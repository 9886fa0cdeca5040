import type { BlockSummary } from '../blocks/block-record';

export type TransactionState =
  'UNKNOWN' | 'LOCALLY_APPLIED' | 'IN_BLOCK' | 'IRREVERSIBLE' | 'FORKED_OUT' | 'FAILED';

export interface TransactionStatusRecord {
  state: TransactionState;
  block?: { num: number; id: string; timeMs: number };
  expirationMs?: number;
  head: BlockSummary;
  lastIrreversible: BlockSummary;
  earliestTracked: { num: number; id: string };
}
