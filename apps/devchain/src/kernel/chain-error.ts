import { CHAIN_ERRORS, type ChainErrorName } from './error-table';
import type { TransactionTrace } from './trace';

/** A refusal of the chain: one kind of the error table and the particulars, most specific first. */
export class ChainError extends Error {
  readonly code: number;
  /** The protocol's name of the kind, `tx_duplicate`. (`name` stays the JavaScript error name.) */
  readonly kind: string;
  readonly what: string;
  readonly details: readonly string[];
  /** What had run when the transaction failed; set on errors of `Chain.push`. */
  trace?: TransactionTrace;

  constructor(kind: ChainErrorName, ...details: readonly string[]) {
    const { code, name, what } = CHAIN_ERRORS[kind];
    super(details[0] ?? what);
    this.name = 'ChainError';
    this.code = code;
    this.kind = name;
    this.what = what;
    this.details = details;
  }

  /** The same refusal with one more particular at the end. */
  withDetail(detail: string): ChainError {
    return Object.assign(Object.create(ChainError.prototype) as ChainError, this, {
      message: this.message,
      stack: this.stack,
      details: [...this.details, detail],
    });
  }
}

/** Throws a chain error of `kind` unless `condition` holds; the detail is composed only when needed. */
export function ensure(condition: boolean, kind: ChainErrorName, detail: () => string): asserts condition {
  if (!condition) throw new ChainError(kind, detail());
}
