import { CHAIN_ERRORS, type ChainErrorName } from './error-table';
import { type LogEntry, logEntry, logText } from './log-entry';

/** A refusal of the chain: one kind of the error table and its log, most specific entry first. */
export class ChainError extends Error {
  readonly code: number;
  /** The protocol's name of the kind, `tx_duplicate`. (`name` stays the JavaScript error name.) */
  readonly kind: string;
  readonly what: string;
  readonly log: readonly LogEntry[];
  /** The log as text. */
  readonly details: readonly string[];

  constructor(kind: ChainErrorName, ...log: readonly (string | LogEntry)[]) {
    const { code, name, what } = CHAIN_ERRORS[kind];
    const entries = log.map((entry) => (typeof entry === 'string' ? logEntry(entry) : entry));
    super(entries[0] === undefined ? what : logText(entries[0]));
    this.name = 'ChainError';
    this.code = code;
    this.kind = name;
    this.what = what;
    this.log = entries;
    this.details = entries.map(logText);
  }

  /** The same refusal with one more entry at the end of its log. */
  withEntry(entry: LogEntry): ChainError {
    const extended = Object.assign(Object.create(ChainError.prototype) as ChainError, this, {
      message: this.message,
      log: [...this.log, entry],
      details: [...this.details, logText(entry)],
    });
    // Formatted when it is read: formatting takes longer than the refused transaction.
    return Object.defineProperty(extended, 'stack', { get: () => this.stack, configurable: true });
  }
}

/** Throws a chain error of `kind` unless `condition` holds; the detail is composed only when needed. */
export function ensure(
  condition: boolean,
  kind: ChainErrorName,
  detail: () => string | LogEntry,
): asserts condition {
  if (!condition) throw new ChainError(kind, detail());
}
