import type { ActionTrace } from './action-trace';
import { encodeTraces, type TransactionTrace } from './transaction-trace';

/** Text of an exception that nodes send outside debug mode. Source: eosio::state_history, transaction_trace_cache. */
const EXCEPT = Uint8Array.of('Y'.charCodeAt(0));
const NO_BYTES = new Uint8Array();

/**
 * The section `traces` without what only nodes in debug mode send: times, printed texts and texts of exceptions. All
 * nodes of a chain then have the same bytes.
 * @param traces what the section has
 */
export function reproducibleTraces(section: Uint8Array, traces: readonly TransactionTrace[]): Uint8Array {
  return traces.every(isReproducible) ? section : encodeTraces(traces.map(reproducible));
}

const isPlain = ({ elapsed, except }: Pick<ActionTrace, 'elapsed' | 'except'>): boolean =>
  elapsed === 0n && (except === undefined || (except.length === 1 && except[0] === EXCEPT[0]));

const isReproducible = (trace: TransactionTrace): boolean =>
  isPlain(trace) &&
  trace.actionTraces.every((action) => isPlain(action) && action.console.length === 0) &&
  (trace.failedDtrxTrace === undefined || isReproducible(trace.failedDtrxTrace));

const plain = ({ except }: Pick<ActionTrace, 'except'>) => ({
  elapsed: 0n,
  ...(except === undefined ? {} : { except: EXCEPT }),
});

const reproducible = (trace: TransactionTrace): TransactionTrace => ({
  ...trace,
  ...plain(trace),
  actionTraces: trace.actionTraces.map((action) => ({ ...action, ...plain(action), console: NO_BYTES })),
  ...(trace.failedDtrxTrace === undefined ? {} : { failedDtrxTrace: reproducible(trace.failedDtrxTrace) }),
});
